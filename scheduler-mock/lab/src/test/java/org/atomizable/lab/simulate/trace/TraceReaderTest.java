package org.atomizable.lab.simulate.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalDouble;
import org.atomizable.api.AtomizableException;
import org.atomizable.lab.simulate.workload.TracedJob;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TraceReaderTest {

    private static final String PHILLY = "timestamp,duration,num_gpus,gpu_time,cluster\n";

    private static final String OPENB =
            "name,cpu_milli,memory_mib,num_gpu,gpu_milli,gpu_spec,qos,pod_phase,creation_time,deletion_time,scheduled_time\n";

    private static final String TIRESIAS = "job_id,num_gpu,submit_time,iterations,model_name,duration,interval\n";

    private static final String THROUGHPUTS =
            "{\"v100\": {\"('Small (batch size 1)', 1)\": {\"null\": 4.0}, \"('Idle', 1)\": {\"null\": 0.0}}}";

    @TempDir
    Path folder;

    private Trace read(String name, String text) throws IOException, AtomizableException {
        return TraceReader.read(Files.writeString(folder.resolve(name), text));
    }

    private static String gavel(String job, int steps, int gpus, int arrival) {
        return "%s\trun %%s/data\tfolder\t--steps\t1\t%s\t%s\t1\t-1.0\t%s\n".formatted(job, steps, gpus, arrival);
    }

    @Test
    void phillysJobsOnOneGpuOfTenMinutesToFourHoursAreTaken() throws Exception {
        Trace trace = read(
                "philly.csv",
                PHILLY + "2017-10-01 00:01:00,700.0,1,700.0,a\n2017-10-01 00:00:30,600.0,1,600.0,a\n"
                        + "2017-10-01 00:00:00,599.0,1,599.0,a\n2017-10-01 00:02:00,900.0,8,7200.0,a\n");
        assertThat(trace.jobs()).containsExactly(new TracedJob(0, 600), new TracedJob(30, 700));
        assertThat(trace.arrivals()).isTrue();
    }

    /** The pods without a GPU, on several, too short, and never scheduled are left out. The run begins at the schedule. */
    @Test
    void openbsPodsHaveTheirShareOfAGpu() throws Exception {
        assertThat(read(
                                "pods.csv",
                                OPENB + "a,1,1,1,140,,LS,Succeeded,100,1150,150\nb,1,1,0,0,,LS,Running,0,9000,0\n"
                                        + "c,1,1,2,1000,,LS,Running,0,9000,0\nd,1,1,1,500,,BE,Failed,0,60,0\n"
                                        + "e,1,1,1,500,,BE,Pending,0,9000,\nf,1,1,1,1000,T4,LS,Running,300,1300,300\n")
                        .jobs())
                .containsExactly(
                        new TracedJob(0, 1000, OptionalDouble.of(0.14)),
                        new TracedJob(200, 1000, OptionalDouble.of(1)));
    }

    /** As pandas and spreadsheets write it: the same table of jobs, and no row is lost without a word. */
    @Test
    void aTraceThatWasWrittenAnewHasTheSameJobs() throws Exception {
        Trace plain = read("plain.csv", PHILLY + "2017-10-01 00:01:00,700,1,700,a\n2017-10-01 00:00:30,600,1,600,a\n");
        Trace anew = read(
                "anew.csv",
                "\uFEFFtimestamp, duration, num_gpus, gpu_time, cluster\r\n2017-10-01 00:01:00, 700.0, 1.0, 700.0, a\r\n"
                        + "2017-10-01 00:00:30,6e2,01,600.0,a\r\n2017-10-01 00:00:00,,1.0,,a\r\n2017-10-01 00:00:00,900,8.0,,a\r\n");
        assertThat(anew.jobs()).isEqualTo(plain.jobs());
        assertThat(anew.counted()).isEqualTo("2 of 4: 1 never ran or have no time, 1 ask for several GPUs or none");
        assertThat(read("pods.csv", OPENB + "a,1,1,1.0,140,,LS,Succeeded,100.0,1150.0,150.0\n")
                        .jobs())
                .hasSize(1);
        assertThat(read("60.csv", TIRESIAS + "0,1.0,5,600,net,160,30\n1,1.0,30,100,net,,23\n")
                        .jobs())
                .containsExactly(new TracedJob(0, 160));
        Files.writeString(folder.resolve("simulation_throughputs.json"), THROUGHPUTS);
        assertThat(read("a.trace", "Small (batch size 1)\trun\tfolder\t--steps\t1\t100.0\t1.0\t1\t-1.0\t7\n")
                        .jobs())
                .containsExactly(new TracedJob(0, 25));
        assertThatThrownBy(() -> read("quotes.csv", PHILLY + "\"2017-10-01 00:01:00\",700,1,700,a\n"))
                .hasMessageContaining("line 2: a column is in quotes");
    }

    @Test
    void itIsCountedWhyJobsAreLeftOut() throws Exception {
        assertThat(read(
                                "philly.csv",
                                PHILLY + "2017-10-01 00:01:00,700.0,1,700.0,a\n2017-10-01 00:00:30,60,1,60,a\n"
                                        + "2017-10-01 00:00:00,,1,,a\n2017-10-01 00:02:00,900.0,8,7200.0,a\n"
                                        + "2017-10-01 00:00:30,99999,1,99999,a\n")
                        .counted())
                .isEqualTo(
                        "1 of 5: 1 never ran or have no time, 1 ask for several GPUs or none, 2 are too short or too long");
        assertThatThrownBy(() -> read("pods.csv", OPENB + "e,1,1,1,500,,BE,Pending,0,9000,\n"))
                .hasMessageContaining("pods.csv: none of its jobs is taken (0 of 1: 1 never ran or have no time)");
        Files.writeString(folder.resolve("simulation_throughputs.json"), THROUGHPUTS);
        assertThat(read("a.trace", gavel("Small (batch size 1)", 100, 1, 7) + gavel("Small (batch size 1)", 100, 2, 9))
                        .counted())
                .isEqualTo("1 of 2: 1 ask for several GPUs or none");
        assertThat(read("trace_100.json", "{\"0\": 120}").counted()).isEqualTo("1 of 1");
    }

    @Test
    void timesThatAClockCannotHoldAreRefusedWithTheLine() throws Exception {
        String milliseconds = "must be at most 4000000000 s, was 1700090000000 (are these milliseconds?)";
        assertThatThrownBy(() -> read("60.csv", TIRESIAS + "0,1,1700090000000,600,net,160,30\n"))
                .hasMessageContaining("60.csv, line 2: submit_time " + milliseconds);
        assertThatThrownBy(() -> read("pods.csv", OPENB + "a,1,1,1,140,,LS,Succeeded,1700090000000,1700090000000,1\n"))
                .hasMessageContaining("line 2: creation_time " + milliseconds);
        assertThatThrownBy(() -> read("miso.json", "{\"0\": 1700090000000}"))
                .hasMessageContaining("line 1: the time of job 0 " + milliseconds);
        Files.writeString(folder.resolve("simulation_throughputs.json"), THROUGHPUTS);
        assertThatThrownBy(() ->
                        read("a.trace", gavel("Small (batch size 1)", 100, 1, 7).replace("\t7\n", "\t1700090000000\n")))
                .hasMessageContaining("line 1: the arrival " + milliseconds);
        assertThat(read("seconds.csv", TIRESIAS + "0,1,1700090000,600,net,160,30\n")
                        .jobs())
                .hasSize(1);
    }

    @Test
    void tiresiasJobsOnOneGpuAreTakenAtAnyLength() throws Exception {
        assertThat(read("60.csv", TIRESIAS + "0,1,5,600,net,160,30\n1,8,30,100,net,150,23\n2,1,25,100,net,20,23\n")
                        .jobs())
                .containsExactly(new TracedJob(0, 160), new TracedJob(20, 20));
    }

    /** 100 steps at 4 a second take 25 s. */
    @Test
    void gavelsStepsAreDividedByTheThroughput() throws Exception {
        Files.writeString(folder.resolve("simulation_throughputs.json"), THROUGHPUTS);
        assertThat(read("a.trace", gavel("Small (batch size 1)", 100, 1, 7) + gavel("Small (batch size 1)", 100, 2, 9))
                        .jobs())
                .containsExactly(new TracedJob(0, 25));
        assertThatThrownBy(() -> read("b.trace", gavel("Small (batch size 1)", 8, 1, 0) + gavel("Idle", 8, 1, 0)))
                .hasMessageContaining("b.trace, line 2: Idle has 8 steps at 0.0 steps a second");
        assertThatThrownBy(() -> read("c.trace", gavel("Small (batch size 1)", 8, 1, 0) + "Small\t8\n"))
                .hasMessageContaining("c.trace, line 2: a job has 10 columns, this line has 2");
    }

    @Test
    void gavelsThroughputsMustBeBesideTheTrace() {
        assertThatThrownBy(() -> read("a.trace", gavel("Small (batch size 1)", 100, 1, 7)))
                .isInstanceOf(AtomizableException.class)
                .hasMessageContaining("simulation_throughputs.json")
                .hasMessageContaining("Copy Gavel's file");
    }

    @Test
    void misosJobsHaveLengthsAndNoArrivals() throws Exception {
        Trace trace = read("trace_100.json", "{\n    \"0\": 120,\n    \"1\": 153.5\n}\n");
        assertThat(trace.jobs()).containsExactly(new TracedJob(0, 120), new TracedJob(0, 153.5));
        assertThat(trace.arrivals()).isFalse();
        assertThatThrownBy(() -> read("minus.json", "{\"0\": -1}")).hasMessageContaining("job 0 must run for more");
        assertThatThrownBy(() -> read("torn.json", "{\"0\": 120,\n\n\"1\"")).hasMessageContaining("torn.json, line 3");
    }

    @Test
    void wrongLinesAreRefusedWithFileAndLine() {
        assertThatThrownBy(() -> read("philly.csv", PHILLY + "2017-10-01,700.0,1,700.0,a\n"))
                .hasMessageContaining("philly.csv, line 2: a submission is written as");
        assertThatThrownBy(() -> read("philly.csv", PHILLY + "2017-10-01 00:01:00,700.0,1\n"))
                .hasMessageContaining("line 2: a job has 5 columns");
        assertThatThrownBy(() -> read("pods.csv", OPENB + "a,1,1,1,1400,,LS,Running,0,9000,0\n"))
                .hasMessageContaining("pods.csv, line 2: gpu_milli");
        assertThatThrownBy(() -> read("pods.csv", OPENB + "a,1,1,1,500,,LS,Running,50,9000,10\n"))
                .hasMessageContaining("line 2: creation, schedule and deletion must be in this order");
        assertThatThrownBy(() -> read("60.csv", TIRESIAS + "0,1,-5,600,net,160,30\n"))
                .hasMessageContaining("line 2: submit_time must be finite and not negative");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"a,b\n1,2\n", "T 4000\nj0 0 1 10 4 10 1\n", ",worker,gpu,time,batch_time_norm\n0,0,25,1,476\n"})
    void anUnknownFormatIsRefusedWithTheKnownOnes(String text) {
        assertThatThrownBy(() -> read("other.csv", text))
                .isInstanceOf(AtomizableException.class)
                .hasMessageContaining("other.csv, line 1: the line begins no known trace")
                .hasMessageContaining("Microsoft Philly (timestamp,")
                .hasMessageContaining("Alibaba")
                .hasMessageContaining("Tiresias")
                .hasMessageContaining("Gavel")
                .hasMessageContaining("MISO");
    }

    @Test
    void aTraceWithoutAJobThatIsTakenIsRefused() {
        assertThatThrownBy(() -> read("philly.csv", PHILLY))
                .hasMessageContaining("philly.csv: none of its jobs is taken (0 of 0)");
        assertThatThrownBy(() -> read("empty.csv", "")).hasMessageContaining("empty.csv, line 1");
    }
}
