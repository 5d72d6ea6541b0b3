package org.atomizable.profiler.plot;

import java.awt.image.BufferedImage;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import javax.imageio.ImageIO;
import org.atomizable.api.Bytes;
import org.atomizable.api.profile.MemoryBound;
import org.atomizable.profiler.profile.Grounds;
import org.atomizable.profiler.profile.JobProfile;
import org.knowm.xchart.BitmapEncoder;

/**
 * Draws what jobs used of memory, what they are bounded by, and what slices have.
 *
 * <p>Each job has a panel of its own. In it each phase has a column, in which one dot is one peak, from the oldest on the
 * left to the newest on the right; a dashed line is the job's bound. Lines through all panels are the capacities of slices:
 * a job fits a slice if its dashed line is below the slice's.
 */
public final class MemoryPicture {

    /**
     * One panel.
     *
     * @param name its heading; not blank
     * @param profile whose samples are shown
     * @param bound the bound to be drawn; none is drawn if it is larger than any slice could be
     * @param grounds what it rests on
     */
    public record Job(String name, JobProfile profile, MemoryBound bound, Grounds grounds) {

        /** Refuses a panel without a heading. */
        public Job {
            if (name.isBlank()) {
                throw new IllegalArgumentException("a job must have a name to be drawn");
            }
        }
    }

    /**
     * One line through all panels.
     *
     * @param label such as {@code 2g.20gb}
     * @param memory how much memory a slice of that kind has
     */
    public record Capacity(String label, Bytes memory) {}

    private MemoryPicture() {}

    /**
     * Writes a picture, 1200 by 700 pixels for up to four jobs and wider for more.
     *
     * @param png where to; written over if it exists
     * @param jobs one or more, from left to right
     * @param capacities in any order; may be empty
     * @throws IOException if the file cannot be written
     */
    public static void write(Path png, List<Job> jobs, List<Capacity> capacities) throws IOException {
        if (jobs.isEmpty()) {
            throw new IllegalArgumentException("a picture of memory shows one job or more");
        }
        List<Capacity> ascending = capacities.stream()
                .sorted(Comparator.comparing(Capacity::memory))
                .toList();
        BufferedImage image = BitmapEncoder.getBufferedImage(new Panels(List.copyOf(jobs), ascending).draw());
        try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(png))) {
            ImageIO.write(image, "png", out);
        }
    }
}
