package org.atomizable.examples;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Builds a Maven project outside this one that tests three jobs with the testkit. */
@Tag("slow")
class OutsideTestkitTest {

    private static final int MOST_LINES = 10;

    private static final String TESTKIT =
            "    <dependency><groupId>org.atomizable</groupId><artifactId>testkit</artifactId><version>%s</version><scope>test</scope></dependency>\n"
                    .formatted(OutsideProject.VERSION);

    private static final String JUNIT =
            "    <dependency><groupId>org.junit.jupiter</groupId><artifactId>junit-jupiter</artifactId><version>5.13.4</version><scope>test</scope></dependency>\n";

    private static final String SUREFIRE =
            "      <plugin><artifactId>maven-surefire-plugin</artifactId><version>3.6.1</version></plugin>\n";

    private static final String ANNOTATED = """
        import org.atomizable.api.annotation.*;
        import org.atomizable.core.state.SavableRandom;

        @AtomizedJob(name = "darts", atoms = 20)
        class Darts {
            @State final SavableRandom random = new SavableRandom(7);
            @State long inside;

            @Atom
            void throwDarts() {
                double x = random.nextDouble();
                double y = random.nextDouble();
                inside += x * x + y * y < 1 ? 1 : 0;
            }
        }
        """;

    private static final String DJL = """
        import ai.djl.Model;
        import ai.djl.ndarray.NDManager;
        import ai.djl.ndarray.types.Shape;
        import ai.djl.nn.core.Linear;
        import ai.djl.training.DefaultTrainingConfig;
        import ai.djl.training.dataset.ArrayDataset;
        import ai.djl.training.loss.Loss;
        import ai.djl.training.optimizer.Optimizer;
        import ai.djl.training.tracker.Tracker;
        import org.atomizable.api.Atomizable;
        import org.atomizable.djl.DjlTraining;

        class Line {
            static final NDManager MANAGER = NDManager.newBaseManager("PyTorch");

            static Atomizable job() throws Exception {
                var data = new ArrayDataset.Builder()
                        .setData(MANAGER.arange(24f).div(24).reshape(24, 1))
                        .optLabels(MANAGER.arange(24f).div(12).reshape(24, 1))
                        .setSampling(8, true)
                        .build();
                return DjlTraining.of("line", Line::trainer, data).epochs(3).build();
            }

            static ai.djl.training.Trainer trainer() {
                Model model = Model.newInstance("line", "PyTorch");
                model.setBlock(Linear.builder().setUnits(1).build());
                return model.newTrainer(new DefaultTrainingConfig(Loss.l2Loss()).optOptimizer(
                        Optimizer.adam().optLearningRateTracker(Tracker.fixed(0.1f)).build()));
            }
        }
        """;

    /** Ten lines each at the most. */
    private static final Map<String, String> TESTS = Map.of("PiTest", """
        import org.atomizable.api.Atomizable;
        import org.atomizable.testkit.junit.AtomizableContract;

        class PiTest implements AtomizableContract {
            public Atomizable newJob() {
                return new Pi();
            }
        }
        """, "DartsTest", """
        import org.atomizable.testkit.Contracts;
        import org.junit.jupiter.api.Test;

        class DartsTest {
            @Test
            void resumesExactly() throws Exception {
                Contracts.assertExactResume(DartsJob::new);
            }
        }
        """, "LineTest", """
        import org.atomizable.testkit.Contracts;
        import org.junit.jupiter.api.Test;

        class LineTest {
            @Test
            void resumesExactly() throws Exception {
                Contracts.assertExactResume(Line::job);
            }
        }
        """);

    @TempDir
    Path directory;

    @Test
    void threeJobsAreTestedWithTenLinesEach() throws Exception {
        assertThat(TESTS.values()).allMatch(it -> it.lines().count() <= MOST_LINES);
        Path project = OutsideProject.project(
                directory,
                pom().replace("</dependencies>", JUNIT + "</dependencies>")
                        .replace("    </plugins>", SUREFIRE + "    </plugins>"));
        OutsideProject.write(project, "src/main/java/Darts.java", ANNOTATED);
        OutsideProject.write(project, "src/main/java/Line.java", DJL);
        for (Map.Entry<String, String> each : TESTS.entrySet()) {
            OutsideProject.write(project, "src/test/java/%s.java".formatted(each.getKey()), each.getValue());
        }

        String said = OutsideProject.maven(
                project,
                "-Dai.djl.offline=true",
                "-DargLine=-Dai.djl.offline=true -XX:TieredStopAtLevel=1 -XX:+UseSerialGC",
                "test");

        assertThat(said)
                .contains("Tests run: 10, Failures: 0, Errors: 0, Skipped: 0")
                .contains("BUILD SUCCESS");
    }

    @Test
    void theTestkitBringsNothingThatTheDocsDoNotShow() throws Exception {
        Path project = OutsideProject.project(directory, pom().replaceAll(" *<dependency><groupId>ai\\.djl.*\n", ""));
        Path classPath = directory.resolve("class-path.txt");

        OutsideProject.maven(
                project,
                "org.apache.maven.plugins:maven-dependency-plugin:3.11.0:build-classpath",
                "-Dmdep.includeScope=test",
                "-Dmdep.outputFile=" + classPath);

        assertThat(OutsideProject.artifacts(classPath))
                .containsExactlyInAnyOrderElementsOf(OutsideProject.documented("testkit"));
    }

    private static String pom() throws IOException {
        return OutsideProject.pom().replace("  </dependencies>", TESTKIT + "  </dependencies>");
    }
}
