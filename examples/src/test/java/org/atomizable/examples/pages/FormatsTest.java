package org.atomizable.examples.pages;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.atomizable.api.wire.BidMessage;
import org.atomizable.api.wire.SignalMessage;
import org.atomizable.core.wire.WireJson;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Blocks of data can be read by a parser of their format, and name nothing that the project does not know. */
class FormatsTest {

    /** The paragraph before a block of JSON names the call that takes it. */
    private static final Map<String, Class<?>> MESSAGES =
            Map.of("/bids`", BidMessage.class, "/signals`", SignalMessage.class);

    private static final Pattern VARIABLE = Pattern.compile("ATOMIZABLE_SCHEDULER_(\\w+)");
    private static final Pattern UNIT = Pattern.compile("\\[\\w+]|[A-Z]\\w+=.*|\\s*|[#;].*");
    private static final Pattern COMMAND = Pattern.compile("(?m)^ExecStart=\\S*/(\\w+)(.*)$");

    @TempDir
    Path directory;

    static List<Block> json() throws IOException {
        return Page.blocks("json");
    }

    static List<Block> yaml() throws IOException {
        return Page.blocks("yaml");
    }

    static List<Block> xml() throws IOException {
        return Page.blocks("xml");
    }

    static List<Block> ini() throws IOException {
        return Page.blocks("ini");
    }

    static List<Block> python() throws IOException {
        return Page.blocks("python");
    }

    static List<Block> bash() throws IOException {
        return Page.blocks("bash");
    }

    @ParameterizedTest
    @MethodSource("json")
    void jsonIsReadAndAMessageByItsRecord(Block block) throws Exception {
        ObjectMapper strict = WireJson.mapper().copy().enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES);
        Optional<Class<?>> message = MESSAGES.entrySet().stream()
                .filter(it -> block.before().contains(it.getKey()))
                .<Class<?>>map(Map.Entry::getValue)
                .findFirst();
        assertThat(strict.readValue(block.text(), message.orElse(JsonNode.class)))
                .as(block.place())
                .isNotNull();
    }

    @ParameterizedTest
    @MethodSource("yaml")
    void yamlIsReadAndItsVariablesAreOptionsOfTheScheduler(Block block) throws Exception {
        assertThat(new ObjectMapper(new YAMLFactory()).readTree(block.text()).isContainerNode())
                .as(block.place())
                .isTrue();
        Matcher variables = VARIABLE.matcher(block.text());
        while (variables.find()) {
            String option = "--" + variables.group(1).toLowerCase(Locale.ROOT).replace('_', '-');
            assertThat(CommandLines.hasOption("scheduler", option))
                    .as("%s: %s is an option of the scheduler", block.place(), option)
                    .isTrue();
        }
        if (block.text().contains("scrape_configs")) {
            Path file = Files.writeString(directory.resolve("prometheus.yml"), block.text());
            Program.Ended checked =
                    Program.ofCi("promtool", "prometheus").run("check", "config", "--syntax-only", file.toString());
            assertThat(checked.code()).as(checked.said()).isZero();
        }
    }

    @ParameterizedTest
    @MethodSource("xml")
    void xmlNamesArtifactsOfThisProjectInItsVersion(Block block) throws Exception {
        assertThat(PomBlock.read(block.text()).wrong()).as(block.place()).isEmpty();
    }

    @ParameterizedTest
    @MethodSource("ini")
    void aUnitOfSystemdIsReadAndItsCommandIsOne(Block block) throws Exception {
        assertThat(block.text().lines())
                .as(block.place())
                .allMatch(it -> UNIT.matcher(it).matches());
        Matcher command = COMMAND.matcher(block.text());
        assertThat(command.find()).as("%s has an ExecStart", block.place()).isTrue();
        assertThat(command.group(1)).isEqualTo("atomizable");
        assertThat(CommandLines.wrong(List.of(command.group(2).strip().split(" +"))))
                .as(block.place())
                .isEmpty();
        Optional<Program> systemd = Program.find("systemd-analyze");
        if (systemd.isPresent()) {
            // It looks for the program, which is not installed where tests run.
            Path unit = Files.writeString(
                    directory.resolve("atomizable.service"),
                    command.replaceAll("ExecStart=/bin/true" + Matcher.quoteReplacement(command.group(2))));
            assertThat(systemd.get().run("verify", unit.toString()).said()).isEmpty();
        }
    }

    @ParameterizedTest
    @MethodSource("python")
    void pythonIsRead(Block block) throws Exception {
        Path file = Files.writeString(directory.resolve("block.py"), block.text());
        Program.Ended read = Program.ofCi("python3", "python3")
                .run("-c", "import ast, sys; ast.parse(open(sys.argv[1]).read())", file.toString());
        assertThat(read.code()).as(read.said()).isZero();
    }

    @ParameterizedTest
    @MethodSource("bash")
    void aScriptIsRead(Block block) throws Exception {
        assertThat(Statement.misread(block.text())).as(block.place()).isEmpty();
    }
}
