package org.atomizable.cli.demo;

import com.fasterxml.jackson.core.JsonProcessingException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import org.atomizable.api.AtomizableException;
import org.atomizable.api.profile.MemoryBound;
import org.atomizable.api.profile.Promise;
import org.atomizable.api.window.Slice;
import org.atomizable.api.wire.SliceView;
import org.atomizable.core.wire.WireJson;
import org.atomizable.profiler.plot.MemoryPicture;
import org.atomizable.profiler.profile.Grounds;
import org.atomizable.profiler.profile.JobProfile;

/** Writes what a demonstration found: the report, the timeline of the slices, and the memory of the jobs. */
final class DemoFiles {

    private DemoFiles() {}

    static String json(DemoReport report) {
        try {
            return WireJson.mapper().writerWithDefaultPrettyPrinter().writeValueAsString(report);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("a report of our own has no JSON", e);
        }
    }

    static void write(
            DemoReport report, Path directory, DemoPlan plan, List<Contestant> contestants, Competition competition)
            throws AtomizableException {
        try {
            Files.writeString(directory.resolve("report.json"), json(report) + "\n");
            TimelinePicture.write(
                    directory.resolve("timeline.png"),
                    plan.slices().stream()
                            .map(it -> new SliceView(
                                    it.id(), it.kind().name(), it.memory().count()))
                            .toList(),
                    competition.timeline(),
                    competition.began(),
                    competition.ended());
            MemoryPicture.write(
                    directory.resolve("memory.png"),
                    contestants.stream().map(it -> pictured(it, plan.slices())).toList(),
                    plan.slices().stream()
                            .map(it -> new MemoryPicture.Capacity(it.kind().name(), it.memory()))
                            .toList());
        } catch (IOException e) {
            throw new AtomizableException(
                    "the report and pictures cannot be written to %s: %s".formatted(directory, e),
                    "Make room there, or name another directory with --out",
                    e);
        }
    }

    /** The bound shown is that of one atom on the largest slice: the least that any subjob of the job asks for. */
    private static MemoryPicture.Job pictured(Contestant contestant, List<Slice> slices) {
        JobProfile profile = contestant.track().profile();
        Slice largest = slices.stream()
                .max(Comparator.comparing(Slice::memory))
                .orElseThrow(() -> new IllegalStateException("a node has a slice"));
        MemoryBound bound =
                profile.footprint(largest.kind(), 1, Promise.DEFAULT).memory();
        Grounds grounds = profile.grounds(contestant.spec(), 0, largest.kind(), 1, Promise.DEFAULT);
        return new MemoryPicture.Job(contestant.spec().name(), profile, bound, grounds);
    }
}
