package org.atomizable.cli.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.awt.Color;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import javax.imageio.ImageIO;
import org.atomizable.api.window.Slice;
import org.atomizable.api.wire.SliceView;
import org.atomizable.api.wire.TimelineEntry;
import org.atomizable.scheduler.cluster.Calendar;
import org.atomizable.scheduler.cluster.ClusterTextException;
import org.atomizable.scheduler.cluster.Interval;
import org.atomizable.scheduler.cluster.SimulatedGpus;
import org.atomizable.scheduler.device.Load;
import org.atomizable.scheduler.device.SimulatedNode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TimelinePictureTest {

    private static final Instant START = Instant.parse("2026-01-01T12:00:00Z");
    private static final Interval SHOWN = Interval.of(START, Duration.ofSeconds(100));
    private static final List<String> JOBS = List.of("language-of-names", "digits", "word-vectors");

    @TempDir
    Path directory;

    private static List<Slice> slices() throws ClusterTextException {
        return SimulatedGpus.parse("sim:A100-80GB").slices();
    }

    private static List<SliceView> views() throws ClusterTextException {
        return slices().stream()
                .map(it -> new SliceView(it.id(), it.kind().name(), it.memory().count()))
                .toList();
    }

    private static List<TimelineEntry> entries() throws ClusterTextException {
        SimulatedNode node = new SimulatedNode(slices(), Load.DEFAULT, 7, START);
        List<TimelineEntry> entries = new ArrayList<>();
        for (Slice slice : node.slices()) {
            Calendar calendar = node.calendar(slice.id(), SHOWN);
            calendar.reservations()
                    .forEach(it -> entries.add(new TimelineEntry(
                            slice.id(),
                            "reservation",
                            it.label(),
                            it.time().from(),
                            it.time().to())));
            for (Interval hole : calendar.holes()) {
                entries.add(new TimelineEntry(slice.id(), "window", "w", hole.from(), hole.to()));
                if (entries.size() % 5 != 0) {
                    String job = JOBS.get(entries.size() % JOBS.size());
                    Instant ends =
                            hole.from().plus(hole.length().multipliedBy(3).dividedBy(4));
                    entries.add(new TimelineEntry(slice.id(), "subjob", job, hole.from(), ends));
                }
            }
        }
        return entries;
    }

    @Test
    void reservationsAreGreyAndEachJobHasAColour() throws Exception {
        Path file = directory.resolve("timeline.png");
        TimelinePicture.write(file, views(), entries(), SHOWN.from(), SHOWN.to());
        BufferedImage picture = ImageIO.read(file.toFile());
        assertThat(picture.getWidth()).isEqualTo(1400);
        for (Color colour : List.of(
                new Color(0xB4, 0xB4, 0xB4),
                new Color(0x00, 0x72, 0xB2),
                new Color(0xE6, 0x9F, 0x00),
                new Color(0x00, 0x9E, 0x73))) {
            assertThat(pixels(picture, colour)).as(colour.toString()).isGreaterThan(1000);
        }
    }

    @Test
    void anEmptyTimelineIsAPictureToo() throws Exception {
        Path file = directory.resolve("empty.png");
        TimelinePicture.write(file, views(), List.of(), SHOWN.from(), SHOWN.to());
        assertThat(ImageIO.read(file.toFile())).isNotNull();
    }

    @Test
    void noTimeAtAllCannotBeShown() {
        assertThatThrownBy(() -> TimelinePicture.write(directory.resolve("x.png"), views(), List.of(), START, START))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void aFileThatCannotBeWrittenIsAnException() {
        assertThatThrownBy(() -> TimelinePicture.write(
                        directory.resolve("nowhere/x.png"), views(), List.of(), SHOWN.from(), SHOWN.to()))
                .isInstanceOf(IOException.class);
    }

    private static int pixels(BufferedImage picture, Color colour) {
        int count = 0;
        for (int y = 0; y < picture.getHeight(); y++) {
            for (int x = 0; x < picture.getWidth(); x++) {
                count += picture.getRGB(x, y) == colour.getRGB() ? 1 : 0;
            }
        }
        return count;
    }
}
