package org.atomizable.lab.simulate;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.atomizable.lab.simulate.figure.CompletionPicture;
import org.atomizable.lab.simulate.figure.GapPicture;
import org.atomizable.lab.simulate.figure.TimelinePicture;

/** The pictures of a simulation, as files. */
final class RunPictures {

    private RunPictures() {}

    /**
     * Writes {@code WORKLOAD-gaps.svg}, and of the first seed {@code WORKLOAD-completions.svg} and, for a stretch, {@code
     * WORKLOAD-SCHEDULER-timeline.svg}.
     *
     * @throws IOException if a file cannot be written
     */
    static void write(Path directory, List<SimulationRun> runs, Optional<Stretch> stretch) throws IOException {
        for (Map.Entry<String, List<SimulationRun>> each :
                SimulationRun.byWorkload(runs).entrySet()) {
            String name = each.getKey();
            long seed = each.getValue().get(0).seed();
            List<SimulationRun> first =
                    each.getValue().stream().filter(it -> it.seed() == seed).toList();
            Files.writeString(
                    directory.resolve(name + "-completions.svg"),
                    CompletionPicture.of(
                            name, first.stream().map(RunPictures::curve).toList()));
            Files.writeString(directory.resolve(name + "-gaps.svg"), GapPicture.of(name, bars(each.getValue())));
            if (stretch.isPresent()) {
                timelines(directory, first, stretch.get());
            }
        }
    }

    private static CompletionPicture.Curve curve(SimulationRun run) {
        List<Double> hours = run.workload().tasks().stream()
                .filter(it -> run.schedule().completions().get(it.index()).isPresent())
                .map(it -> (run.schedule().completions().get(it.index()).getAsDouble() - it.submit()) / 3600)
                .sorted()
                .toList();
        return new CompletionPicture.Curve(
                run.scheduler(),
                run.workload().tasks().size(),
                hours,
                run.figures().meanCompletionHours(),
                run.figures().p95CompletionHours());
    }

    /** Schedulers of which no job finished have no bar. */
    private static List<GapPicture.Bar> bars(List<SimulationRun> runs) {
        return SimulationRun.byScheduler(
                        runs.stream().filter(it -> it.ofIdeal().isPresent()).toList())
                .entrySet()
                .stream()
                .map(it -> new GapPicture.Bar(
                        it.getKey(),
                        SimulationRun.mean(it.getValue(), run -> run.ofIdeal().orElseThrow()),
                        SimulationRun.mean(it.getValue(), run -> run.figures().meanCompletionHours())))
                .toList();
    }

    private static void timelines(Path directory, List<SimulationRun> runs, Stretch stretch) throws IOException {
        for (SimulationRun run : runs) {
            String name = run.workload().name() + "-" + run.scheduler().replace(':', '-') + "-timeline.svg";
            Files.writeString(
                    directory.resolve(name),
                    TimelinePicture.of(run.workload(), run.schedule(), stretch.fromSeconds(), stretch.toSeconds()));
        }
    }
}
