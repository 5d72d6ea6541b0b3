package org.atomizable.scheduler.colocation;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Kinds of jobs that share a slice. Their order does not matter: {@code of("b", "a")} equals {@code of("a", "b")}. A name that is
 * there twice means two jobs of that kind.
 *
 * @param jobs their names, sorted; 1 to {@link #MOST}
 */
record JobGroup(List<String> jobs) implements Comparable<JobGroup> {

    /** How many jobs share a slice at the most. */
    static final int MOST = 3;

    private static final Comparator<JobGroup> ORDER =
            Comparator.<JobGroup>comparingInt(it -> it.jobs.size()).thenComparing(it -> String.join("\0", it.jobs));

    /** Sorts the names. Rejects an empty group, one of more than {@link #MOST} jobs, and a blank name. */
    JobGroup {
        if (jobs.isEmpty() || jobs.size() > MOST) {
            throw new IllegalArgumentException("1 to %s jobs can share a slice, were %s".formatted(MOST, jobs));
        }
        if (jobs.stream().anyMatch(String::isBlank)) {
            throw new IllegalArgumentException("each job of a group must have a name, were " + jobs);
        }
        jobs = jobs.stream().sorted().toList();
    }

    /** Makes a group of names in any order. */
    static JobGroup of(String... jobs) {
        return new JobGroup(List.of(jobs));
    }

    /**
     * Returns the other jobs of the group: one job of that name less.
     *
     * @throws IllegalArgumentException if the job is not in the group
     */
    List<String> beside(String job) {
        List<String> others = new ArrayList<>(jobs);
        if (!others.remove(job)) {
            throw new IllegalArgumentException("job %s is not among %s".formatted(job, jobs));
        }
        return List.copyOf(others);
    }

    /** Returns how many jobs it has. */
    int size() {
        return jobs.size();
    }

    @Override
    public int compareTo(JobGroup other) {
        return ORDER.compare(this, other);
    }

    @Override
    public String toString() {
        return String.join(" + ", jobs);
    }
}
