package org.atomizable.core.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import mockwebserver3.Dispatcher;
import mockwebserver3.MockResponse;
import mockwebserver3.MockWebServer;
import mockwebserver3.RecordedRequest;
import org.atomizable.api.AtomizableException;
import org.atomizable.api.time.VirtualTime;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TokenTest {

    private static final String REFUSAL = """
        {"type":"urn:atomizable:problem:bad-token","title":"bad token","status":401,"detail":"it is revoked"}\
        """;

    @TempDir
    private Path directory;

    private final MockWebServer server = new MockWebServer();
    private final List<String> shown = new ArrayList<>();
    private final List<String> accepted = new ArrayList<>();
    private Runnable meanwhile = () -> {};
    private Path file;

    @BeforeEach
    void start() throws Exception {
        file = directory.resolve("red.token");
        server.setDispatcher(new Dispatcher() {
            @Override
            public MockResponse dispatch(RecordedRequest request) {
                String token = String.valueOf(request.getHeaders().get("Authorization"));
                shown.add(token);
                meanwhile.run();
                boolean good = accepted.contains(token);
                return new MockResponse.Builder()
                        .code(good ? 200 : 401)
                        .addHeader("Content-Type", good ? "application/json" : "application/problem+json")
                        .body(good ? "[]" : REFUSAL)
                        .build();
            }
        });
        server.start();
    }

    @AfterEach
    void stop() {
        server.close();
    }

    @Test
    void aFileMayBeginWithAByteOrderMark() throws Exception {
        assertThat(Token.in(Files.writeString(file, "\uFEFFatomizable_red\r\n")).text())
                .isEqualTo("atomizable_red");
    }

    private SchedulerClient client(Token token) throws AtomizableException {
        return SchedulerClient.of(
                server.url("/").uri(),
                new Credentials(Optional.of(token), Optional.empty()),
                Backoff.PATIENT,
                VirtualTime.create());
    }

    private void write(String text) {
        try {
            // As a secret is replaced that is mounted.
            Path fresh = Files.writeString(directory.resolve("fresh"), text);
            Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    @Test
    void aTokenThatWasReplacedIsShownFromTheNextCallOn() throws Exception {
        write("first\n");
        accepted.addAll(List.of("Bearer first", "Bearer other"));
        try (SchedulerClient client = client(Token.in(file))) {
            client.jobs();
            write("other\n");
            client.jobs();
        }
        assertThat(shown).containsExactly("Bearer first", "Bearer other");
    }

    @Test
    void aTokenThatIsReplacedWhileItIsRefusedIsTriedOnce() throws Exception {
        write("first");
        accepted.add("Bearer second");
        meanwhile = () -> write("second");
        try (SchedulerClient client = client(Token.in(file))) {
            assertThat(client.jobs()).isEmpty();
        }
        assertThat(shown).containsExactly("Bearer first", "Bearer second");
    }

    @Test
    void nobodyGuessesTokensForEver() throws Exception {
        write("first");
        meanwhile = () -> write("another-" + shown.size());
        try (SchedulerClient client = client(Token.in(file))) {
            assertThatThrownBy(client::jobs).isInstanceOf(SchedulerRefusedException.class);
        }
        assertThat(shown).hasSize(2);
    }

    @Test
    void aRefusalNamesTheFileOrTheVariable() throws Exception {
        write("first");
        try (SchedulerClient client = client(Token.in(file))) {
            assertThatThrownBy(client::jobs)
                    .isInstanceOf(SchedulerRefusedException.class)
                    .hasMessageContaining("it is revoked")
                    .hasMessageContaining("into the file " + file);
        }
        try (SchedulerClient client = client(Token.of("first", "the variable X"))) {
            assertThatThrownBy(client::jobs).hasMessageContaining("into the variable X");
        }
        assertThat(shown).hasSize(2);
    }

    @Test
    void whileTheFileIsWrittenTheTokenBeforeIsShown() throws Exception {
        write("first");
        accepted.add("Bearer first");
        try (SchedulerClient client = client(Token.in(file))) {
            Files.writeString(file, "");
            client.jobs();
            Files.delete(file);
            client.jobs();
        }
        assertThat(shown).containsExactly("Bearer first", "Bearer first");
    }

    @Test
    void whatIsNoTokenIsRefusedWithoutBeingTold() throws Exception {
        write("two words");
        assertThatThrownBy(() -> Token.in(file))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("a token is one line")
                .hasMessageNotContaining("two words");
        assertThatThrownBy(() -> Token.in(directory.resolve("none")))
                .isInstanceOf(AtomizableException.class)
                .hasMessageContaining("none");
        assertThat(Token.of("secret", "the variable X").toString()).doesNotContain("secret");
    }

    @Test
    void aFileThatIsMissingIsToldAsThat() {
        Path missing = Path.of("no-such-token");
        assertThatThrownBy(() -> Token.in(missing))
                .isInstanceOf(AtomizableException.class)
                .hasMessageContaining("the token in no-such-token cannot be read: there is no such file");
        assertThatThrownBy(() -> new Credentials(Optional.empty(), Optional.of(missing)).context())
                .hasMessageContaining("there is no such file");
    }
}
