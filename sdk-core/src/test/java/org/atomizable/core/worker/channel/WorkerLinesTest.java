package org.atomizable.core.worker.channel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.atomizable.api.Bytes;
import org.atomizable.api.Metric;
import org.atomizable.api.Shrinkable.Pressure;
import org.atomizable.api.profile.Phase;
import org.atomizable.api.subjob.FailureKind;
import org.atomizable.api.window.SliceKind;
import org.atomizable.api.wire.SampleMessage;
import org.atomizable.api.wire.StraightResult;
import org.atomizable.api.wire.SubjobOrder;
import org.atomizable.api.wire.WorkerReport;
import org.atomizable.core.wire.WireJson;
import org.atomizable.core.worker.warm.Rung;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The bytes of every kind of command and event, and what is not read. */
class WorkerLinesTest {

    private static final String UNREADABLE = "no JSON of the right shape";
    private static final Map<String, WorkerCommand> COMMANDS = commands();
    private static final Map<String, WorkerEvent> EVENTS = events();

    /** What may be absent, and how the line is written that is read then. */
    private static final Map<String, String> MAY_BE_ABSENT = Map.of(
            "run parameters", line("'parameters':{}"),
            "run kind", line("'kind':'none'"),
            "run memoryScale", "",
            "warm parameters", line("'parameters':{}"),
            "warm memoryScale", "",
            "straight parameters", line("'parameters':{}"),
            "straight memoryScale", "",
            "exiting message", line("'message':'an unknown place'"),
            "error why", line("'why':'WORKER_LOST'"));

    private static Map<String, WorkerCommand> commands() {
        Map<String, String> parameters = new LinkedHashMap<>();
        parameters.put("b", "2");
        parameters.put("a", "\"1\"\n\u00e9");
        WorkerCommand.Job job = new WorkerCommand.Job("walk", parameters, "/data/store", "owner", Optional.of(0.5));
        String parts =
                "'job':'walk','parameters':{'b':'2','a':'\\\"1\\\"\\n\u00e9'},'store':'/data/store','owner':'owner',";
        WorkerCommand.Job bare = new WorkerCommand.Job("walk", Map.of(), "s3://b/p?r=eu", "owner", Optional.empty());
        String bareParts = "'job':'walk','parameters':{},'store':'s3://b/p?r=eu','owner':'owner'";
        SubjobOrder whole = new SubjobOrder(7, 0, 50, 60, 1024, 512, 0.001583334, 1e-9, 2, 60L, 0.25, 1.5, 0L);
        String wholeParts =
                "{'token':7,'firstAtom':0,'lastAtom':50,'endsInSeconds':60.0,'capacityBytes':1024,'boundBytes':512,"
                        + "'atomReserveSeconds':0.001583334,'checkpointReserveSeconds':1.0E-9,'reserveTimes':2,'mostAtom':60,"
                        + "'atomReserveBeyondSeconds':0.25,'checkpointReserveBeyondSeconds':1.5,'residentBytes':0}";
        SubjobOrder least = new SubjobOrder(Long.MAX_VALUE, 1, 2, 0.1, 3, 4, 1e-3, 1e7, null, null, null, null, null);
        String leastParts =
                "{'token':9223372036854775807,'firstAtom':1,'lastAtom':2,'endsInSeconds':0.1,'capacityBytes':3,"
                        + "'boundBytes':4,'atomReserveSeconds':0.001,'checkpointReserveSeconds':1.0E7}";

        Map<String, WorkerCommand> all = new LinkedHashMap<>();
        all.put(
                line("{'type':'run'," + parts + "'kind':'2g.20gb','memoryScale':0.5,'subjob':" + wholeParts + "}"),
                new WorkerCommand.Run(job, new SliceKind("2g.20gb"), whole));
        all.put(
                line("{'type':'run'," + bareParts + ",'kind':'none','subjob':" + leastParts + "}"),
                new WorkerCommand.Run(bare, new SliceKind("none"), least));
        all.put(
                line("{'type':'warm'," + parts + "'memoryScale':0.5,'rung':'loaded'}"),
                new WorkerCommand.Warm(job, Rung.LOADED));
        all.put(line("{'type':'warm'," + bareParts + ",'rung':'engine'}"), new WorkerCommand.Warm(bare, Rung.ENGINE));
        all.put(line("{'type':'straight'," + parts + "'memoryScale':0.5}"), new WorkerCommand.Straight(job));
        all.put(line("{'type':'straight'," + bareParts + "}"), new WorkerCommand.Straight(bare));
        all.put(
                line("{'type':'shrink','pressure':{'level':'critical','wantedBytes':1024,'withinSeconds':2.5}}"),
                new WorkerCommand.Shrink(
                        new Pressure(Pressure.Level.CRITICAL, Bytes.of(1024), Duration.ofMillis(2500))));
        all.put(line("{'type':'yield'}"), new WorkerCommand.Yield());
        all.put(line("{'type':'exit'}"), new WorkerCommand.Exit());
        return all;
    }

    private static Map<String, WorkerEvent> events() {
        WorkerReport yielded = new WorkerReport(
                "yielded",
                "ALL_ATOMS_DONE",
                "",
                0,
                50,
                802550636,
                List.of(new SampleMessage("steady", 586266978, 1)),
                new Metric("loss", 0.5, 0.25, 0.75));
        String yieldedParts = "{'outcome':'yielded','why':'ALL_ATOMS_DONE','message':'','firstAtom':0,'nextAtom':50,"
                + "'tookNanos':802550636,'samples':[{'phase':'steady','nanos':586266978,'peakBytes':1}],"
                + "'metric':{'name':'loss','value':0.5,'low':0.25,'high':0.75}}";
        WorkerReport failed = new WorkerReport("failed", "JOB", "a \"b\"", 1, 1, 0, List.of(), null);
        String failedParts = "{'outcome':'failed','why':'JOB','message':'a \\\"b\\\"','firstAtom':1,'nextAtom':1,"
                + "'tookNanos':0,'samples':[]}";
        StraightResult measured = new StraightResult("b808", 100, 0.113040904, "loss", 0.5, 0.25, 0.75);
        String measuredParts =
                "{'sha256':'b808','atoms':100,'seconds':0.113040904,'metricName':'loss','metricValue':0.5,"
                        + "'metricLow':0.25,'metricHigh':0.75}";
        StraightResult plain = new StraightResult("b808", 0, 0, null, 0, 0, 0);
        String plainParts =
                "{'sha256':'b808','atoms':0,'seconds':0.0,'metricValue':0.0,'metricLow':0.0,'metricHigh':0.0}";

        Map<String, WorkerEvent> all = new LinkedHashMap<>();
        all.put(line("{'type':'ready'}"), new WorkerEvent.Ready());
        all.put(line("{'type':'phase','message':'cold-restore'}"), new WorkerEvent.PhaseBegun(Phase.COLD_RESTORE));
        all.put(
                line("{'type':'progress','nextAtom':9223372036854775807,'memoryBytes':0}"),
                new WorkerEvent.Progress(Long.MAX_VALUE, Bytes.ZERO));
        all.put(line("{'type':'shrunk','memoryBytes':512}"), new WorkerEvent.Shrunk(Bytes.of(512)));
        all.put(
                line("{'type':'rung','memoryBytes':512,'message':'process','seconds':0.0}"),
                new WorkerEvent.Rested(Rung.PROCESS, Duration.ZERO, Bytes.of(512)));
        all.put(
                line("{'type':'step','message':'Job.run(Job.java:12)','seconds':5.000123456}"),
                new WorkerEvent.Step("Job.run(Job.java:12)", Duration.ofNanos(5_000_123_456L)));
        all.put(line("{'type':'report','report':" + yieldedParts + "}"), new WorkerEvent.Reported(yielded));
        all.put(line("{'type':'report','report':" + failedParts + "}"), new WorkerEvent.Reported(failed));
        all.put(line("{'type':'straight','straight':" + measuredParts + "}"), new WorkerEvent.StraightDone(measured));
        all.put(line("{'type':'straight','straight':" + plainParts + "}"), new WorkerEvent.StraightDone(plain));
        all.put(line("{'type':'exiting','message':'Job.java:12'}"), new WorkerEvent.Exiting("Job.java:12"));
        all.put(
                line("{'type':'error','message':'it broke','why':'OUT_OF_MEMORY'}"),
                new WorkerEvent.Failed(FailureKind.OUT_OF_MEMORY, "it broke"));
        return all;
    }

    /** Returns a line as it is on the wire. */
    private static String line(String withSingleQuotes) {
        return withSingleQuotes.replace('\'', '"');
    }

    private static Set<String> commandLines() {
        return COMMANDS.keySet();
    }

    private static Set<String> eventLines() {
        return EVENTS.keySet();
    }

    @Test
    void everyKindIsAmongThem() {
        assertThat(COMMANDS.values()).extracting(Object::getClass).containsOnly(kinds(WorkerCommand.class));
        assertThat(EVENTS.values()).extracting(Object::getClass).containsOnly(kinds(WorkerEvent.class));
    }

    private static Class<?>[] kinds(Class<?> message) {
        return message.getPermittedSubclasses();
    }

    @Test
    void commandsAreWrittenInTheseBytesAndReadBack() throws Exception {
        for (Map.Entry<String, WorkerCommand> command : COMMANDS.entrySet()) {
            assertThat(WorkerJson.line(command.getValue())).isEqualTo(command.getKey());
            assertThat(WorkerJson.command(command.getKey())).isEqualTo(command.getValue());
        }
    }

    @Test
    void eventsAreWrittenInTheseBytesAndReadBack() throws Exception {
        for (Map.Entry<String, WorkerEvent> event : EVENTS.entrySet()) {
            assertThat(WorkerJson.line(event.getValue())).isEqualTo(event.getKey());
            assertThat(WorkerJson.event(event.getKey())).isEqualTo(event.getValue());
            assertThat(event.getKey()).startsWith("{\"type\":\"" + WorkerJson.type(event.getValue()) + "\"");
        }
    }

    @Test
    void parametersKeepTheirOrder() throws Exception {
        WorkerCommand.Straight read = (WorkerCommand.Straight) WorkerJson.command(
                line("{'type':'straight','job':'j','parameters':{'c':'','a':'','b':''},'store':'s','owner':'o'}"));

        assertThat(read.job().parameters().keySet()).containsExactly("c", "a", "b");
    }

    private interface Reading {
        Object read(String line) throws IOException;
    }

    /** Reads a line, and returns how it is written, or why it is malformed. */
    private static String seen(Reading reading, String line) {
        try {
            Object read = reading.read(line);
            return read instanceof WorkerCommand command
                    ? WorkerJson.line(command)
                    : WorkerJson.line((WorkerEvent) read);
        } catch (MalformedMessageException e) {
            return String.valueOf(e.getMessage());
        } catch (JsonProcessingException e) {
            return UNREADABLE;
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private static ObjectNode tree(String line) throws IOException {
        return (ObjectNode) WireJson.mapper().readTree(line);
    }

    private static List<String> parts(String line) throws IOException {
        List<String> names = new ArrayList<>();
        tree(line).fieldNames().forEachRemaining(names::add);
        return names;
    }

    /** A part that is null is the same as one that is absent. */
    private static void partsAreNeeded(Reading reading, String line) throws IOException {
        String type = tree(line).get("type").asText();
        for (String part : parts(line)) {
            ObjectNode absent = tree(line);
            absent.remove(part);
            String seen = seen(reading, absent.toString());
            String instead = MAY_BE_ABSENT.get(type + " " + part);
            if (instead == null) {
                assertThat(seen).as(line).isEqualTo("a message needs its \"%s\"".formatted(part));
            } else {
                assertThat(seen)
                        .startsWith(line("{'type':'%s'".formatted(type)))
                        .contains(instead);
            }
            assertThat(seen(reading, tree(line).putNull(part).toString())).isEqualTo(seen);
        }
    }

    @ParameterizedTest
    @MethodSource("commandLines")
    void aCommandNeedsItsPartsButForAFew(String line) throws Exception {
        partsAreNeeded(WorkerJson::command, line);
    }

    @ParameterizedTest
    @MethodSource("eventLines")
    void anEventNeedsItsPartsButForAFew(String line) throws Exception {
        partsAreNeeded(WorkerJson::event, line);
    }

    private static void othersAreRefused(Reading reading, String line) throws IOException {
        assertThat(seen(reading, tree(line).put("more", 1).toString())).isEqualTo(UNREADABLE);
        for (String part : parts(line)) {
            ObjectNode all = tree(line);
            if (all.get(part) instanceof ObjectNode inside && !part.equals("parameters")) {
                inside.put("more", 1);
                assertThat(seen(reading, all.toString())).isEqualTo(UNREADABLE);
            }
        }
    }

    @ParameterizedTest
    @MethodSource("commandLines")
    void aPartThatNoCommandHasIsRefused(String line) throws Exception {
        othersAreRefused(WorkerJson::command, line);
    }

    @ParameterizedTest
    @MethodSource("eventLines")
    void aPartThatNoEventHasIsRefused(String line) throws Exception {
        othersAreRefused(WorkerJson::event, line);
    }

    @Test
    void aPartOfAnotherKindIsNotLookedAt() throws Exception {
        assertThat(WorkerJson.command(line("{'type':'exit','job':'j','rung':'hot'}")))
                .isEqualTo(new WorkerCommand.Exit());
        assertThat(WorkerJson.event(line("{'type':'ready','message':'m','why':'w'}")))
                .isEqualTo(new WorkerEvent.Ready());
    }

    @Test
    void aTornLineIsNoJson() {
        Stream.concat(
                        COMMANDS.keySet().stream().map(it -> torn(WorkerJson::command, it)),
                        EVENTS.keySet().stream().map(it -> torn(WorkerJson::event, it)))
                .forEach(it -> assertThat(it).containsOnly(UNREADABLE));
    }

    private static Set<String> torn(Reading reading, String line) {
        Set<String> seen = new HashSet<>();
        for (int length = 0; length < line.length(); length++) {
            seen.add(seen(reading, line.substring(0, length)));
        }
        return seen;
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                "5",
                "hello",
                "{\"type\":\"exit\"} {}",
                "\"exit\"",
                "true",
                "[\"exit\"]",
                "[[]]",
                "{\"type\":[]}",
                "{\"type\":{}}"
            })
    void whatIsNoObjectWithATypeIsNotOfTheRightShape(String line) {
        assertThat(seen(WorkerJson::command, line)).isEqualTo(UNREADABLE);
        assertThat(seen(WorkerJson::event, line)).isEqualTo(UNREADABLE);
    }

    @ParameterizedTest
    @ValueSource(strings = {"outcome", "why", "message", "samples"})
    void aReportNeedsItsParts(String part) throws Exception {
        ObjectNode report = tree(
                line(
                        "{'outcome':'yielded','why':'ALL_ATOMS_DONE','message':'','firstAtom':0,'nextAtom':50,'tookNanos':1,'samples':[]}"));
        report.remove(part);
        ObjectNode whole = tree(line("{'type':'report'}")).set("report", report);
        assertThat(seen(WorkerJson::event, whole.toString())).isEqualTo("a message needs its \"%s\"".formatted(part));
    }

    @Test
    void nullIsNoMessage() {
        assertThat(seen(WorkerJson::command, "null")).isEqualTo("a message needs its \"type\"");
        assertThat(seen(WorkerJson::event, "null")).isEqualTo("a message needs its \"type\"");
    }

    @Test
    void aRequestForMemoryNeedsItsLevel() {
        assertThat(seen(
                        WorkerJson::command,
                        line("{'type':'shrink','pressure':{'wantedBytes':1,'withinSeconds':2.5}}")))
                .isEqualTo("an order is not valid: a request for memory needs a level");
    }

    @Test
    void aTextThatIsTooLongIsRefused() {
        String text = "x".repeat((1 << 20) + 1);

        assertThat(seen(WorkerJson::command, line("{'type':'straight','job':'" + text + "'}")))
                .isEqualTo(UNREADABLE);
        assertThat(seen(WorkerJson::event, line("{'type':'exiting','message':'" + text + "'}")))
                .isEqualTo(UNREADABLE);
    }

    @Test
    void aKindThatIsNotKnownIsNamed() {
        assertThatThrownBy(() -> WorkerJson.command(line("{'type':'dance','job':'j'}")))
                .isInstanceOf(MalformedMessageException.class)
                .hasMessage("no order is called dance");
        assertThatThrownBy(() -> WorkerJson.event(line("{'type':'dance','message':'m'}")))
                .isInstanceOf(MalformedMessageException.class)
                .hasMessage("no line of a worker is called dance");
    }

    @Test
    void aKindThatIsNotKnownWithAPartThatIsNotKnownIsRefusedForThePart() {
        assertThat(seen(WorkerJson::command, line("{'type':'dance','more':1}"))).isEqualTo(UNREADABLE);
        assertThat(seen(WorkerJson::event, line("{'type':'dance','more':1}"))).isEqualTo(UNREADABLE);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"type\":\"warm\",\"job\":\"j\",\"store\":\"/s\",\"owner\":\"o\",\"rung\":\"hot\"}",
                "{\"type\":\"shrink\",\"pressure\":{\"level\":\"much\",\"wantedBytes\":1024,\"withinSeconds\":2.5}}",
                "{\"type\":\"shrink\",\"pressure\":{\"level\":\"watch\",\"wantedBytes\":1024,\"withinSeconds\":0}}"
            })
    void aValueOutOfRangeIsNoCommand(String line) {
        assertThat(seen(WorkerJson::command, line)).startsWith("an order is not valid: ");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"type\":\"phase\",\"message\":\" \"}",
                "{\"type\":\"progress\",\"nextAtom\":1,\"memoryBytes\":-1}",
                "{\"type\":\"rung\",\"memoryBytes\":1,\"message\":\"hot\",\"seconds\":1}",
                "{\"type\":\"rung\",\"memoryBytes\":1,\"message\":\"loaded\",\"seconds\":1e9}",
                "{\"type\":\"step\",\"message\":\"m\",\"seconds\":\"NaN\"}",
                "{\"type\":\"error\",\"message\":\"m\",\"why\":\"job\"}"
            })
    void aValueOutOfRangeIsNoEvent(String line) {
        assertThat(seen(WorkerJson::event, line)).startsWith("a worker's line is not valid: ");
    }
}
