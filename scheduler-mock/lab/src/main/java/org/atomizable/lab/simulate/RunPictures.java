package org.atomizable.lab.simulate;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.atomizable.lab.simulate.picture.GapPicture;
import org.atomizable.lab.simulate.picture.TimelinePicture;

/** The pictures of a simulation, as files. */
final class RunPictures {

    private RunPictures() {}

    /**
     * Writes {@code WORKLOAD.png}, {@code WORKLOAD-gaps.svg} and, for a stretch, {@code WORKLOAD-SCHEDULER-timeline.svg} of the first seed.
     *
     * @throws IOException if a file cannot be written
     */
    static void write(Path directory, List<SimulationRun> runs, Optional<Stretch> stretch) throws IOException {
        CompletionPicture.write(directory, runs);
        Map<String, List<SimulationRun>> byWorkload = runs.stream()
                .collect(Collectors.groupingBy(it -> it.workload().name(), LinkedHashMap::new, Collectors.toList()));
        for (Map.Entry<String, List<SimulationRun>> each : byWorkload.entrySet()) {
            String name = each.getKey();
            Files.writeString(directory.resolve(name + "-gaps.svg"), GapPicture.of(name, bars(each.getValue())));
            if (stretch.isPresent()) {
                timelines(directory, each.getValue(), stretch.get());
            }
        }
    }

    /** Schedulers of which no job finished have no bar. */
    private static List<GapPicture.Bar> bars(List<SimulationRun> runs) {
        Map<String, List<SimulationRun>> byScheduler = runs.stream()
                .filter(it -> it.ofIdeal().isPresent())
                .collect(Collectors.groupingBy(SimulationRun::scheduler, LinkedHashMap::new, Collectors.toList()));
        List<GapPicture.Bar> bars = new ArrayList<>();
        byScheduler.forEach((scheduler, its) -> bars.add(new GapPicture.Bar(
                scheduler,
                its.stream()
                        .mapToDouble(it -> it.ofIdeal().orElseThrow())
                        .average()
                        .orElseThrow(),
                its.stream()
                        .mapToDouble(it -> it.figures().meanCompletionHours())
                        .average()
                        .orElseThrow())));
        return bars;
    }

    private static void timelines(Path directory, List<SimulationRun> runs, Stretch stretch) throws IOException {
        long seed = runs.get(0).seed();
        for (SimulationRun run : runs) {
            if (run.seed() == seed) {
                String name = run.workload().name() + "-" + run.scheduler().replace(':', '-') + "-timeline.svg";
                Files.writeString(
                        directory.resolve(name),
                        TimelinePicture.of(run.workload(), run.schedule(), stretch.fromSeconds(), stretch.toSeconds()));
            }
        }
    }
}
