package org.atomizable.scheduler.server.connection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the page for operators gives to other programs: to systemd, and to proxies. */
class OperationsPageTest {

    @TempDir
    Path directory;

    private String page;

    @BeforeEach
    void read() throws IOException {
        page = Files.readString(Path.of("../../docs/operations.md"));
    }

    private List<String> blocks(String kind, String with) {
        return Pattern.compile("```%s\n(.*?)```".formatted(kind), Pattern.DOTALL)
                .matcher(page)
                .results()
                .map(it -> it.group(1))
                .filter(it -> it.contains(with))
                .toList();
    }

    private String verified(String unit) throws Exception {
        Path file = Files.writeString(directory.resolve("atomizable.service"), unit);
        Process process;
        try {
            process = new ProcessBuilder("systemd-analyze", "verify", file.toString())
                    .redirectErrorStream(true)
                    .start();
        } catch (IOException none) {
            String missing =
                    "systemd-analyze is not installed (Debian: apt-get install systemd): the unit is not verified";
            assertThat(System.getenv("CI")).as(missing).isNotEqualTo("true");
            System.out.println("Left out: " + missing);
            assumeTrue(false, missing);
            throw none;
        }
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(said).isZero();
        return said;
    }

    /** SchedulerSignalsTest sends what the unit sends. */
    @Test
    void systemdTakesTheUnitAsItIs() throws Exception {
        assertThat(blocks("ini", "[Service]")).hasSize(1).allSatisfy(unit -> {
            assertThat(unit).contains("ExecReload=/bin/kill -HUP $MAINPID\n").doesNotContain("KillSignal");
            // The program is not at that place here.
            String here = unit.replaceAll("ExecStart=\\S+", "ExecStart=/bin/true");
            assertThat(verified(here)).isEmpty();
            assertThat(verified(here.replace("LimitNOFILE", "LimitFiles"))).contains("Unknown key", "LimitFiles");
        });
    }

    @Test
    void proxiesCloseIdleConnectionsFirst() {
        assertThat(page.replace('\n', ' '))
                .contains("The scheduler keeps idle connections for %s s".formatted(Bounds.IDLE.toSeconds()));
        List<Integer> pools = Pattern.compile("(?:closed after|keeps idle connections for) (\\d+) s(?=\n|,)")
                .matcher(page)
                .results()
                .map((MatchResult it) -> Integer.valueOf(it.group(1)))
                .toList();
        assertThat(pools).hasSize(2).allSatisfy(it -> assertThat((long) it).isLessThan(Bounds.IDLE.toSeconds()));
    }

    @ParameterizedTest
    @CsvSource({
        "stripPrefix, /http/services/atomizable/loadBalancer/servers/0/url, http://127.0.0.1:8080",
        "stripPrefix, /http/middlewares/strip/stripPrefix/prefixes/0, /atomizable",
        "ingressClassName, /spec/rules/0/http/paths/0/backend/service/name, atomizable",
        "ingressClassName, /spec/rules/0/http/paths/0/backend/service/port/number, 8080",
    })
    void configurationsOfProxiesAreWellFormed(String with, String pointer, String value) throws Exception {
        List<String> found = blocks("yaml", with);
        assertThat(found).hasSize(1);
        JsonNode read = new YAMLMapper().readTree(found.get(0));
        assertThat(read.at(pointer).asText()).isEqualTo(value);
    }
}
