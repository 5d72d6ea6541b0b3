package org.atomizable.lab.simulate.rival;

/** The demands of a scheduler on a hole for a task, and how much of the task it runs there. All lengths are in seconds. */
interface Demand {

    /** Returns the shortest rest of a hole in which a task with so much work left is started. */
    double shortest(double work);

    /** Returns the rest of a hole beyond which a longer one is no better for the task; not less than the shortest. */
    double enough(double work);

    /** Returns how much work is done in a hole of which so much is left; all of it if the task finishes there. */
    double done(double work, double left);

    /**
     * Runs a task only where all of it fits.
     *
     * @param factor how many times too long the users request; 1 or more
     */
    record Whole(RivalRules rules, double factor) implements Demand {

        @Override
        public double shortest(double work) {
            return (work + rules.overheadSeconds()) * factor;
        }

        @Override
        public double enough(double work) {
            return shortest(work);
        }

        @Override
        public double done(double work, double left) {
            return work;
        }
    }

    /**
     * Runs a task until it finishes, the hole ends or the run gets too long. A task that does not finish stops some time before, and then
     * takes its checkpoint.
     *
     * @param least the shortest rest of a hole that is used; shorter ones only by tasks that finish there
     * @param longest the longest run
     * @param stop how long before the end of the hole or the run the atoms stop
     * @param margin by how much more a hole counts as better than one in which the task just finishes
     */
    record Part(RivalRules rules, double least, double longest, double stop, double margin) implements Demand {

        public Part {
            if (least > 0 && Math.min(least, longest) <= stop + rules.restoreSeconds()) {
                throw new IllegalArgumentException(
                        "no work is done in a hole of %s s".formatted(Math.min(least, longest)));
            }
        }

        @Override
        public double shortest(double work) {
            return Math.min(least, work + rules.overheadSeconds());
        }

        @Override
        public double enough(double work) {
            return Math.min(longest, work + rules.overheadSeconds() + margin);
        }

        @Override
        public double done(double work, double left) {
            double run = Math.min(left, longest);
            return work + rules.overheadSeconds() <= run ? work : Math.min(work, run - stop - rules.restoreSeconds());
        }
    }

    /**
     * Runs a task as a chain of jobs that all request the same time, whatever is left to do.
     *
     * @param length the request
     * @param stop how long before the end of the request the atoms stop
     */
    record Link(RivalRules rules, double length, double stop) implements Demand {

        public Link {
            if (length <= stop + rules.restoreSeconds()) {
                throw new IllegalArgumentException("no work is done in a link of %s s".formatted(length));
            }
        }

        @Override
        public double shortest(double work) {
            return length;
        }

        @Override
        public double enough(double work) {
            return length;
        }

        @Override
        public double done(double work, double left) {
            return work + rules.overheadSeconds() <= length
                    ? work
                    : Math.min(work, length - stop - rules.restoreSeconds());
        }
    }
}
