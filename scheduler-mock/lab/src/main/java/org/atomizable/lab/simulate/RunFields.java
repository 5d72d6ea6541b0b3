package org.atomizable.lab.simulate;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.LinkedHashMap;
import java.util.Map;
import org.atomizable.lab.simulate.figure.Figures;
import org.atomizable.lab.simulate.figure.IdleTime;

/** The figures of a run by their names in files. Numbers are rounded, so that every JDK writes the same digits. */
final class RunFields {

    private static final int DECIMALS = 6;

    private RunFields() {}

    static Map<String, Object> of(SimulationRun run) {
        Figures figures = run.figures();
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("workload", run.workload().name());
        fields.put("scheduler", run.scheduler());
        fields.put("seed", run.seed());
        fields.put("finished", figures.finished());
        fields.put("meanCompletionHours", rounded(figures.meanCompletionHours()));
        fields.put("p50CompletionHours", rounded(figures.p50CompletionHours()));
        fields.put("p95CompletionHours", rounded(figures.p95CompletionHours()));
        fields.put("p99CompletionHours", rounded(figures.p99CompletionHours()));
        fields.put("meanWaitHours", rounded(figures.meanWaitHours()));
        fields.put("p50WaitHours", rounded(figures.p50WaitHours()));
        fields.put("p95WaitHours", rounded(figures.p95WaitHours()));
        fields.put("p99WaitHours", rounded(figures.p99WaitHours()));
        fields.put("meanBoundedSlowdown", rounded(figures.meanBoundedSlowdown()));
        fields.put("p95BoundedSlowdown", rounded(figures.p95BoundedSlowdown()));
        fields.put("largestFinishTimeRatio", rounded(figures.largestFinishTimeRatio()));
        fields.put("jainIndex", rounded(figures.jainIndex()));
        fields.put("deadlineMisses", figures.deadlineMisses());
        fields.put("utilization", rounded(figures.utilization()));
        fields.put("overheadShare", rounded(figures.overheadShare()));
        fields.put("restoreShare", rounded(figures.restoreShare()));
        fields.put("checkpointShare", rounded(figures.checkpointShare()));
        fields.put("windowFill", rounded(figures.windowFill()));
        IdleTime idle = figures.idle();
        fields.put("busyShare", rounded(idle.busy()));
        fields.put("idleNobodyWaits", rounded(idle.nobodyWaits()));
        fields.put("idleBookedAhead", rounded(idle.bookedAhead()));
        fields.put("idlePlannedEnd", rounded(idle.plannedEnd()));
        fields.put("idleGuard", rounded(idle.guard()));
        fields.put("idleLateAnswer", rounded(idle.lateAnswer()));
        fields.put("idleTooSmall", rounded(idle.tooSmall()));
        fields.put("subjobs", figures.subjobs());
        fields.put("subjobsPerJob", rounded(figures.subjobsPerJob()));
        fields.put("continues", figures.continues());
        fields.put("memoryViolations", figures.incidents().memoryViolations());
        fields.put("overruns", figures.incidents().overruns());
        fields.put("wastedAtoms", figures.incidents().wastedAtoms());
        fields.put("failures", figures.incidents().failures());
        fields.put("lateRestores", figures.incidents().lateRestores());
        fields.put("rejectedThoughRunnable", figures.incidents().rejectedThoughRunnable());
        run.ofIdeal().ifPresent(share -> fields.put("ofIdeal", rounded(share)));
        return fields;
    }

    private static BigDecimal rounded(double value) {
        return new BigDecimal(value).setScale(DECIMALS, RoundingMode.HALF_EVEN);
    }
}
