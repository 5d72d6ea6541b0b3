package org.atomizable.scheduler.server;

import io.javalin.http.Context;
import java.time.Instant;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import org.atomizable.scheduler.market.job.JobFacts;
import org.atomizable.scheduler.market.job.JobState;

/**
 * Which jobs are asked for, and in which order.
 *
 * @param show which states
 * @param search what name, tenant or id must contain, in lower case
 * @param ids if there are any, exactly these jobs, in this order and nothing else counts
 */
record JobQuery(
        Predicate<JobState> show, String search, Comparator<JobFacts> order, int page, int size, Set<String> ids) {

    private static final int MOST_ON_A_PAGE = 100;
    private static final int LONGEST_SEARCH = 200;
    private static final int LONGEST_IDS = 4000;

    private static final Map<String, Predicate<JobState>> SHOWN = Map.of(
            "active", JobState::active,
            "waiting", it -> it == JobState.WAITING,
            "running", it -> it == JobState.RUNNING,
            "finished", it -> it == JobState.FINISHED,
            "withdrawn", it -> it == JobState.WITHDRAWN,
            "all", it -> true);

    private static final Map<String, Comparator<JobFacts>> ORDERS = Map.of(
            "registered", Comparator.comparing(JobFacts::registered),
            "name", Comparator.comparing(it -> it.request().name()),
            "tenant", Comparator.comparing(it -> it.request().tenant()),
            "state", Comparator.comparing(JobFacts::state),
            "progress", Comparator.comparingDouble(JobQuery::progress),
            "memory", Comparator.comparingLong(JobQuery::memory),
            "waiting", Comparator.comparing(JobQuery::waitingSince, Comparator.reverseOrder()),
            "deadline", Comparator.comparing(it -> it.request().deadline().orElse(Instant.MAX)),
            "priority", Comparator.comparingInt(it -> it.request().priority()),
            "reliability", Comparator.comparingDouble(JobFacts::reliability));

    /** The parameters of a query. */
    static final Parameter[] PARAMETERS = {
        Parameter.word("show", "Which jobs; active, those that wait or run, if it is left out", sorted(SHOWN)),
        Parameter.text("search", "What name, tenant, id or state must contain; any case", LONGEST_SEARCH),
        Parameter.word("sort", "The property by which the jobs are sorted; default registered", sorted(ORDERS)),
        Parameter.number("descending", "1 for the reverse order; 0 if it is left out"),
        Parameter.number(
                "page", "The number of the page, from 0; a number that is too large means the last page; default 0"),
        Parameter.number("size", "Jobs on a page, 1 to 100; 25 if it is left out"),
        Parameter.text(
                "ids",
                "Ids of jobs, separated by commas: returns exactly these, in this order; all other parameters are "
                        + "ignored",
                LONGEST_IDS)
    };

    static JobQuery of(Context request) throws ProblemException {
        Comparator<JobFacts> order = one(ORDERS, "sort", Parameter.of(request, "sort"), "registered");
        boolean descending = Parameter.read(request, "descending", 0, 1) == 1;
        return new JobQuery(
                one(SHOWN, "show", Parameter.of(request, "show"), "active"),
                searched(request),
                (descending ? order.reversed() : order)
                        .thenComparing(JobFacts::registered)
                        .thenComparing(JobFacts::id),
                (int) Parameter.read(request, "page", 0, 1_000_000),
                (int) Math.max(1, Parameter.read(request, "size", 25, MOST_ON_A_PAGE)),
                ids(request));
    }

    private static String searched(Context request) throws ProblemException {
        String search = Parameter.of(request, "search").orElse("").strip().toLowerCase(Locale.ROOT);
        if (search.length() > LONGEST_SEARCH) {
            throw new ProblemException(
                    400, "malformed-query", "search has at most %s characters. Shorten it.".formatted(LONGEST_SEARCH));
        }
        return search;
    }

    private static Set<String> ids(Context request) {
        String text = Parameter.of(request, "ids").orElse("");
        Set<String> ids = new LinkedHashSet<>();
        for (String id : text.split(",", -1)) {
            if (!id.isBlank() && ids.size() < MOST_ON_A_PAGE) {
                ids.add(id);
            }
        }
        return ids;
    }

    private static <T> T one(Map<String, T> known, String name, Optional<String> asked, String absent)
            throws ProblemException {
        T found = known.get(asked.orElse(absent));
        if (found == null) {
            throw new ProblemException(
                    400,
                    "malformed-query",
                    "%s must be one of %s. Correct it.".formatted(name, String.join(", ", sorted(known))));
        }
        return found;
    }

    private static List<String> sorted(Map<String, ?> words) {
        return words.keySet().stream().sorted().toList();
    }

    /** Returns the page of those jobs. */
    JobPage of(List<JobFacts> jobs) {
        if (!ids.isEmpty()) {
            List<JobFacts> those =
                    jobs.stream().filter(it -> ids.contains(it.id())).toList();
            List<String> order = List.copyOf(ids);
            return new JobPage(
                    those.size(),
                    0,
                    ids.size(),
                    those.stream()
                            .sorted(Comparator.comparingInt(it -> order.indexOf(it.id())))
                            .map(JobPage.JobRow::of)
                            .toList());
        }
        List<JobFacts> matching = jobs.stream()
                .filter(it -> show.test(it.state()) && matches(it))
                .sorted(order)
                .toList();
        int last = Math.max(0, (matching.size() - 1) / size);
        int shown = Math.min(page, last);
        return new JobPage(
                matching.size(),
                shown,
                size,
                matching.stream()
                        .skip((long) shown * size)
                        .limit(size)
                        .map(JobPage.JobRow::of)
                        .toList());
    }

    private boolean matches(JobFacts job) {
        return search.isEmpty()
                || (job.request().name() + " " + job.request().tenant() + " " + job.id() + " " + job.state())
                        .toLowerCase(Locale.ROOT)
                        .contains(search);
    }

    private static double progress(JobFacts job) {
        return job.request()
                .totalAtoms()
                .map(it -> (double) job.nextAtom() / it)
                .orElse(0.0);
    }

    private static long memory(JobFacts job) {
        return job.claimed()
                .map(it -> it.most().count())
                .map(it -> Math.max(it, job.peak().count()))
                .orElse(job.peak().count());
    }

    /** Returns the start of a job's wait for sorting: a job that does not wait sorts as the one that has waited least. */
    private static Instant waitingSince(JobFacts job) {
        return job.state() == JobState.WAITING ? job.part().since() : Instant.MAX;
    }
}
