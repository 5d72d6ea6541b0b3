package org.atomizable.profiler.plot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import javax.imageio.ImageIO;
import org.atomizable.api.Bytes;
import org.atomizable.api.JobSpec;
import org.atomizable.api.profile.Phase;
import org.atomizable.api.profile.Promise;
import org.atomizable.api.profile.Sample;
import org.atomizable.api.window.SliceKind;
import org.atomizable.profiler.plot.MemoryPicture.Capacity;
import org.atomizable.profiler.plot.MemoryPicture.Job;
import org.atomizable.profiler.profile.JobProfile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MemoryPictureTest {

    private static final SliceKind KIND = new SliceKind("2g.20gb");
    private static final List<Capacity> CAPACITIES = List.of(
            new Capacity("3g.40gb", Bytes.parse("39.25GiB")),
            new Capacity("1g.10gb", Bytes.parse("9.50GiB")),
            new Capacity("2g.20gb", Bytes.parse("19.50GiB")));

    @TempDir
    Path folder;

    @Test
    void threeJobsAreDrawnBesideEachOther() throws IOException {
        List<Job> jobs = List.of(
                job("digits-mlp", Optional.of(Bytes.gibi(9)), 6.2, 40),
                job("wine-forest", Optional.empty(), 12.5, 300),
                job("letters-cnn", Optional.of(Bytes.gibi(20)), 17.8, 4000));
        BufferedImage image = drawn("memory.png", jobs, CAPACITIES);
        assertThat(image.getWidth()).isEqualTo(1200);
        assertThat(image.getHeight()).isEqualTo(700);
        assertThat(coloured(image, 0x009E73)).as("steady dots").isGreaterThan(100);
        assertThat(coloured(image, 0xB22222)).as("bounds").isGreaterThan(100);
        assertThat(coloured(image, 0x555555)).as("capacities").isGreaterThan(100);
    }

    @Test
    void manyJobsMakeAWiderPicture() throws IOException {
        List<Job> jobs = new ArrayList<>();
        for (int i = 1; i <= 6; i++) {
            jobs.add(job("training-" + i, Optional.empty(), 2.5 * i, 30));
        }
        assertThat(drawn("many.png", jobs, CAPACITIES).getWidth()).isEqualTo(1700);
    }

    @Test
    void aJobOfWhichNothingIsKnownIsDrawnWithoutABound() throws IOException {
        JobProfile nothing = JobProfile.declared(Optional.empty());
        Job job = new Job(
                "new",
                nothing,
                nothing.footprint(KIND, 1, Promise.DEFAULT).memory(),
                nothing.grounds(JobSpec.openEnded("new"), 0, KIND, 1, Promise.DEFAULT));
        BufferedImage image = drawn("unknown.png", List.of(job), List.of());
        assertThat(coloured(image, 0xB22222)).isZero();
    }

    @Test
    void aPictureOfNothingIsRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> MemoryPicture.write(folder.resolve("none.png"), List.of(), CAPACITIES));
    }

    private BufferedImage drawn(String name, List<Job> jobs, List<Capacity> capacities) throws IOException {
        Path png = Path.of(System.getProperty("pictures", folder.toString())).resolve(name);
        MemoryPicture.write(png, jobs, capacities);
        return ImageIO.read(png.toFile());
    }

    private static Job job(String name, Optional<Bytes> declared, double gibi, int atoms) {
        SplittableRandom random = new SplittableRandom(atoms);
        List<Sample> samples = new ArrayList<>();
        for (int i = 0; i < atoms; i++) {
            if (i % 20 == 0) {
                samples.add(sample(Phase.RESTORE, 0.6 * gibi, random));
                samples.add(sample(Phase.WARM_UP, 1.05 * gibi, random));
                samples.add(sample(Phase.CHECKPOINT, 0.8 * gibi, random));
            }
            samples.add(sample(Phase.STEADY, gibi, random));
        }
        JobProfile profile = JobProfile.declared(declared).with(samples);
        return new Job(
                name,
                profile,
                profile.footprint(KIND, 20, Promise.DEFAULT).memory(),
                profile.grounds(JobSpec.openEnded(name), 0, KIND, 20, Promise.DEFAULT));
    }

    private static Sample sample(Phase phase, double gibi, SplittableRandom random) {
        double noisy = gibi * (1 + 0.04 * (random.nextDouble() - 0.5));
        return new Sample(KIND, phase, Duration.ofMillis(20), Bytes.of((long) (noisy * (1L << 30))));
    }

    private static int coloured(BufferedImage image, int colour) {
        int count = 0;
        for (int x = 0; x < image.getWidth(); x++) {
            for (int y = 0; y < image.getHeight(); y++) {
                count += (image.getRGB(x, y) & 0xFFFFFF) == colour ? 1 : 0;
            }
        }
        return count;
    }
}
