package org.atomizable.core.worker.channel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.core.JsonProcessingException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.atomizable.api.Bytes;
import org.atomizable.api.subjob.FailureKind;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The lines are those that agents and workers wrote before commands and events had types of their own. */
class WorkerJsonTest {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"type\":\"run\",\"job\":\"counting\",\"parameters\":{\"b\":\"2\",\"a\":\"1\",\"atoms\":\"100\"},\"store\":\"/data/store\",\"owner\":\"counting\",\"kind\":\"2g.20gb\",\"memoryScale\":1.0,\"subjob\":{\"token\":7,\"firstAtom\":0,\"lastAtom\":50,\"endsInSeconds\":60.0,\"capacityBytes\":20401094656,\"boundBytes\":1073741824,\"atomReserveSeconds\":0.001583334,\"checkpointReserveSeconds\":0.001583334,\"reserveTimes\":2}}",
                "{\"type\":\"run\",\"job\":\"counting\",\"parameters\":{},\"store\":\"s3://bucket/p?region=eu\",\"owner\":\"counting\",\"kind\":\"2g.20gb\",\"subjob\":{\"token\":7,\"firstAtom\":0,\"lastAtom\":50,\"endsInSeconds\":60.0,\"capacityBytes\":20401094656,\"boundBytes\":1073741824,\"atomReserveSeconds\":0.001583334,\"checkpointReserveSeconds\":0.001583334}}",
                "{\"type\":\"straight\",\"job\":\"counting\",\"parameters\":{},\"store\":\"/data/logs\",\"owner\":\"counting\"}",
                "{\"type\":\"shrink\",\"pressure\":{\"level\":\"watch\",\"wantedBytes\":1024,\"withinSeconds\":2.5}}",
                "{\"type\":\"warm\",\"job\":\"counting\",\"parameters\":{},\"store\":\"/data/store\",\"owner\":\"counting\",\"memoryScale\":1.0,\"rung\":\"loaded\"}",
                "{\"type\":\"yield\"}",
                "{\"type\":\"exit\"}"
            })
    void anOldCommandIsReadAndWrittenAsItWas(String line) throws Exception {
        assertThat(WorkerJson.line(WorkerJson.command(line))).isEqualTo(line);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"type\":\"ready\"}",
                "{\"type\":\"phase\",\"message\":\"cold-restore\"}",
                "{\"type\":\"progress\",\"nextAtom\":1,\"memoryBytes\":0}",
                "{\"type\":\"shrunk\",\"memoryBytes\":512}",
                "{\"type\":\"rung\",\"memoryBytes\":512,\"message\":\"loaded\",\"seconds\":0.25}",
                "{\"type\":\"step\",\"message\":\"org.example.Job.run(Job.java:12)\",\"seconds\":5.000123456}",
                "{\"type\":\"report\",\"report\":{\"outcome\":\"yielded\",\"why\":\"ALL_ATOMS_DONE\",\"message\":\"\",\"firstAtom\":0,\"nextAtom\":50,\"tookNanos\":802550636,\"samples\":[{\"phase\":\"cold-restore\",\"nanos\":586266978,\"peakBytes\":0}]}}",
                "{\"type\":\"straight\",\"straight\":{\"sha256\":\"b808df4ea26087ad1044c67b06b419cfe6cec5a4305d215063da8dcf15a0edea\",\"atoms\":100,\"seconds\":0.113040904,\"metricValue\":0.0,\"metricLow\":0.0,\"metricHigh\":0.0}}",
                "{\"type\":\"exiting\",\"message\":\"org.example.Job.run(Job.java:12)\"}",
                "{\"type\":\"error\",\"message\":\"no order is called dance\",\"why\":\"WORKER_LOST\"}"
            })
    void anOldEventIsReadAndWrittenAsItWas(String line) throws Exception {
        assertThat(WorkerJson.line(WorkerJson.event(line))).isEqualTo(line);
    }

    @Test
    void aCommandHasItsParts() throws Exception {
        assertThat(WorkerJson.command("{\"type\":\"straight\",\"job\":\"j\",\"store\":\"/s\",\"owner\":\"o\"}"))
                .isEqualTo(
                        new WorkerCommand.Straight(new WorkerCommand.Job("j", Map.of(), "/s", "o", Optional.empty())));
    }

    @Test
    void anEventHasItsParts() throws Exception {
        assertThat(List.of(
                        WorkerJson.event("{\"type\":\"progress\",\"nextAtom\":5,\"memoryBytes\":9}"),
                        WorkerJson.event("{\"type\":\"error\",\"message\":\"broken\"}")))
                .isEqualTo(List.of(
                        new WorkerEvent.Progress(5, Bytes.of(9)),
                        new WorkerEvent.Failed(FailureKind.WORKER_LOST, "broken")));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{}",
                "{\"type\":\"dance\"}",
                "{\"type\":\"shrink\"}",
                "{\"type\":\"warm\",\"job\":\"j\",\"store\":\"/s\",\"owner\":\"o\",\"rung\":\"hot\"}",
                "{\"type\":\"shrink\",\"pressure\":{\"level\":\"much\",\"wantedBytes\":1024,\"withinSeconds\":2.5}}",
                "{\"type\":\"shrink\",\"pressure\":{\"level\":\"watch\",\"wantedBytes\":1024,\"withinSeconds\":0}}",
                "{\"type\":\"run\",\"job\":\"j\",\"store\":\"/s\",\"owner\":\"o\"}",
                "{\"type\":\"straight\",\"store\":\"/s\",\"owner\":\"o\"}",
                "{\"type\":\"calibrate\",\"job\":\"j\",\"store\":\"/s\",\"owner\":\"o\",\"kind\":\"2g.20gb\"}"
            })
    void aLineThatIsNoCommandIsRefused(String line) {
        assertThatThrownBy(() -> WorkerJson.command(line)).isInstanceOf(MalformedMessageException.class);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{}",
                "{\"type\":\"dance\"}",
                "{\"type\":\"progress\",\"nextAtom\":5}",
                "{\"type\":\"report\"}",
                "{\"type\":\"error\",\"message\":\"m\",\"why\":\"NEVER_HEARD\"}"
            })
    void aLineThatIsNoEventIsRefused(String line) {
        assertThatThrownBy(() -> WorkerJson.event(line)).isInstanceOf(MalformedMessageException.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"hello", "[]", "{\"type\":\"exit\",\"more\":1}", "{\"type\":\"exit\"} {}"})
    void whatIsNotJsonOfTheRightShapeIsToldApart(String line) {
        assertThatThrownBy(() -> WorkerJson.command(line)).isInstanceOf(JsonProcessingException.class);
    }
}
