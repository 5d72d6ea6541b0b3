package org.atomizable.testkit.junit;

import org.atomizable.testkit.schedule.Schedule;

/** How to see a failure again: added to the failure, so that every tool prints it. */
final class Replay extends Exception {

    private static final long serialVersionUID = 1L;

    private static final int LONGEST = 400;

    Replay(AtomizableRun run, Schedule taken) {
        super(text(run, taken.toString()), null, false, false);
    }

    private static String text(AtomizableRun run, String taken) {
        if (run.script().isPresent()) {
            return "it failed with the windows \"%s\"".formatted(run.script().get());
        }
        String windows = taken.isEmpty() ? "" : "; its windows were \"%s\"".formatted(shortened(taken));
        return "it failed with seed %s%s; to see it again, run this test with -D%s=%s"
                .formatted(run.seed(), windows, Seeds.PROPERTY, run.seed());
    }

    private static String shortened(String windows) {
        return windows.length() <= LONGEST ? windows : windows.substring(0, windows.lastIndexOf(' ', LONGEST)) + " …";
    }
}
