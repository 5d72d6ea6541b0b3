package org.atomizable.lab.bench;

/** The benches, as the command line calls them, with their rounds and sizes. */
enum BenchName {
    checkpoint(1, 9, 1),
    clearing(3, 9, 3),
    dashboard(1, 10, 3),
    frontends(5, 60, 8),
    negotiation(1, 15, 3),
    overhead(3, 20, 3),
    profile(1, 5, 1),
    scheduler(1, 10, 2),
    simulate(1, 5, 1);

    /** The figures of fewer rounds tell nothing. */
    final int leastRounds;

    private final int usualRounds;
    private final int quickRounds;

    BenchName(int leastRounds, int usualRounds, int quickRounds) {
        this.leastRounds = leastRounds;
        this.usualRounds = usualRounds;
        this.quickRounds = quickRounds;
    }

    int rounds(boolean quick) {
        return quick ? quickRounds : usualRounds;
    }

    Measurement measurement(boolean quick) {
        return switch (this) {
            case checkpoint -> CheckpointBench.of(quick ? 256 : 512);
            case clearing -> new ClearingMeasurement();
            case dashboard -> new DashboardMeasurement();
            case frontends -> new FrontendsMeasurement(1000, 100, "python3");
            case negotiation -> new NegotiationMeasurement(quick ? 25 : 100);
            case overhead -> new OverheadMeasurement();
            case profile -> new ProfileMeasurement();
            case scheduler -> quick ? new SchedulerMeasurement(15, 30) : new SchedulerMeasurement(60, 120);
            case simulate ->
                quick
                        ? new SimulationMeasurement(20_000, 2000, 10, 100)
                        : new SimulationMeasurement(100_000, 10_000, 10, 100);
        };
    }
}
