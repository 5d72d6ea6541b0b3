package org.atomizable.lab.bench;

import org.atomizable.cli.terminal.Board;
import org.atomizable.scheduler.offer.OfferRules;

/**
 * The cost of many jobs for one scheduler: a whole one, in a process of its own with a journal and tokens, in real time over loopback HTTP,
 * and a market alone in virtual time. Jobs bid for what they are asked about, accept, beat, report, some early, and are followed by new ones
 * when they have finished.
 */
final class SchedulerMeasurement implements Measurement {

    private static final int JOBS = 2000;
    private static final Gpus GPUS = new Gpus(50);

    /** Minutes until all that is kept of the past, and forgotten at last, is as much as there can be. */
    private static final int VIRTUAL_WARM_UP = 20;

    private final int warmUp;
    private final int seconds;

    /**
     * Makes it.
     *
     * @param warmUp seconds of real time until the scheduler's code is compiled
     * @param seconds of real time after that
     */
    SchedulerMeasurement(int warmUp, int seconds) {
        this.warmUp = warmUp;
        this.seconds = seconds;
    }

    @Override
    public Report measure(int virtualMinutes, Board board) throws Exception {
        Board.Bar bar = board.bar("seconds", warmUp + seconds);
        Report real = SchedulerLoad.run(JOBS, GPUS, warmUp, seconds, bar::at);
        Board.Bar virtualBar = board.bar("virtual minutes", VIRTUAL_WARM_UP + virtualMinutes);
        Report virtual = MarketLoad.run(JOBS, GPUS, VIRTUAL_WARM_UP, virtualMinutes, virtualBar::at);
        return new Report()
                .field("jobs", JOBS)
                .field("slices", GPUS.sliceCount())
                .field("audience", OfferRules.DEFAULT.inquiry().audience())
                .part("real", real)
                .part("virtual", virtual);
    }
}
