package org.atomizable.outside;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Map;
import org.atomizable.api.Bytes;
import org.atomizable.api.spi.Worker;
import org.atomizable.api.subjob.Outcome;
import org.atomizable.api.time.VirtualTime;
import org.atomizable.api.window.Slice;
import org.atomizable.api.window.SliceKind;
import org.atomizable.cli.CommandRun;
import org.atomizable.cli.MeasuredJob;
import org.atomizable.cli.SmallCluster;
import org.atomizable.core.run.StraightRun;
import org.atomizable.core.worker.InProcessLauncher;
import org.atomizable.core.worker.NamedJob;
import org.atomizable.core.worker.StoreOpening;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A checkpoint store of a scheme of its own, found on the class path. */
class StoreByUrlTest {

    private static final NamedJob JOB = new NamedJob("sum", Map.of("atoms", "40"));
    private static final Slice SLICE = new Slice("here", new SliceKind("cpu"), Bytes.gibi(19));

    @TempDir
    Path directory;

    private static String straight() throws Exception {
        return StraightRun.of(JOB, VirtualTime.create(), next -> {}).sha256();
    }

    @Test
    void aJobRunsOnItInThisJvm() throws Exception {
        VirtualTime time = VirtualTime.create();
        StoreOpening store = StoreOpening.at("memory://this-jvm/sum", "sum");
        try (InProcessLauncher launcher = new InProcessLauncher(JOB, store, job -> () -> Bytes.mebi(1), time);
                Worker worker = launcher.launch(SLICE)) {
            assertThat(worker.run(MeasuredJob.subjob(SLICE, 40, time.now()), (next, memory) -> {})
                            .outcome())
                    .isEqualTo(new Outcome.Finished(40));
        }

        assertThat(store.open().latest().orElseThrow().sha256()).isEqualTo(straight());
        assertThat(MemoryStoreProvider.space("memory://this-jvm/sum").list("")).contains("head.json");
    }

    @Test
    @Tag("slow")
    void aJobRunsOnItFromTheCommandLine() throws Exception {
        CommandRun ended;
        try (SmallCluster cluster = SmallCluster.ofShortWindows(directory)) {
            ended = CommandRun.of(
                    "run",
                    "--scheduler",
                    cluster.scheduler().uri(),
                    "--store",
                    "memory://command-line/sum",
                    "--profiles",
                    directory.resolve("profiles"),
                    "--launcher",
                    "inprocess",
                    "-p",
                    "atoms=40",
                    "sum");
        }

        assertThat(ended.err().lines()).as("but how far it is").allMatch(it -> it.startsWith("after "));
        assertThat(ended.out()).contains("sum finished: 40 atoms", straight());
        assertThat(CommandRun.of("checkpoint", "verify", "memory://command-line/sum")
                        .code())
                .isZero();
    }

    @Test
    void anUnknownSchemeIsRefusedOnTheCommandLineWithTheKnownOnes() {
        CommandRun refused = CommandRun.of("checkpoint", "ls", "gs://bucket/job");

        assertThat(refused.code()).isEqualTo(1);
        assertThat(refused.err()).contains("\"gs\"", "known: memory, s3").doesNotContain("\tat ");
    }
}
