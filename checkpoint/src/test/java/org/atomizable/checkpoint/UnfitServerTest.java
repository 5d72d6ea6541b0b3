package org.atomizable.checkpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.atomizable.api.checkpoint.CheckpointException;
import org.atomizable.api.checkpoint.CheckpointStore;
import org.atomizable.api.window.FencingToken;
import org.atomizable.checkpoint.object.FakeS3;
import org.atomizable.checkpoint.object.ObjectStoreException;
import org.atomizable.checkpoint.object.UnconditionalPutException;
import org.atomizable.checkpoint.object.UnexpectedAnswerException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Object stores that do not do what S3 does, and things that answer in their place. */
@Tag("slow")
class UnfitServerTest {

    private FakeS3 server;

    @BeforeEach
    void start() throws Exception {
        server = new FakeS3();
    }

    @AfterEach
    void stop() {
        server.close();
    }

    private CheckpointStore store() throws CheckpointException {
        return Checkpoints.at(server.location(), "walk", StoreOptions.usual());
    }

    private static void commit(CheckpointStore store, long atom) throws Exception {
        try (CheckpointStore.Draft draft = store.open(atom, new FencingToken(1))) {
            draft.state().longs("atom", atom);
            draft.commit();
        }
    }

    @Test
    void aServerThatHonoursConditionsIsAskedOnceForAllStoresOnIt() throws Exception {
        try (CheckpointStore store = store()) {
            commit(store, 1);
        }
        long probing =
                server.requests().stream().filter(it -> it.contains("probe-")).count();
        try (CheckpointStore store = store()) {
            commit(store, 2);
            assertThat(store.latest().orElseThrow().nextAtom()).isEqualTo(2);
        }

        assertThat(probing).isEqualTo(6);
        assertThat(server.requests().stream().filter(it -> it.contains("probe-")))
                .hasSize(6);
        assertThat(server.objects().keySet()).noneMatch(key -> key.contains("probe-"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"If-None-Match", "If-Match", "If-None-Match If-Match"})
    void aServerThatIgnoresAConditionIsRefusedBeforeAnythingIsWritten(String ignored) {
        server.ignoring(ignored.split(" "));

        assertThatThrownBy(this::store)
                .isInstanceOf(CheckpointException.class)
                .hasCauseInstanceOf(UnconditionalPutException.class)
                .hasMessageContaining(server.endpoint())
                .hasMessageContaining("ignores " + ignored.split(" ")[0])
                .hasMessageContaining("Use a server that honours If-None-Match and If-Match");
        assertThat(server.objects()).isEmpty();
        // What was found wrong is not remembered: it may be mended.
        server.ignoring();
        try (CheckpointStore store = store()) {
            assertThat(store.latest()).isEmpty();
        } catch (CheckpointException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void aServerThatDoesNotImplementConditionsIsRefused() {
        server.misbehaving((verb, key) ->
                verb.equals("PUT") ? Optional.of(FakeS3.Answer.error(501, "NotImplemented")) : Optional.empty());

        assertThatThrownBy(this::store)
                .hasCauseInstanceOf(UnconditionalPutException.class)
                .hasMessageContaining("does not implement conditional puts");
    }

    @Test
    void aServerThatRefusesEveryConditionIsRefused() {
        server.misbehaving((verb, key) -> verb.equals("PUT") && server.objects().containsKey(key)
                ? Optional.of(FakeS3.Answer.error(412, "PreconditionFailed"))
                : Optional.empty());

        assertThatThrownBy(this::store)
                .hasCauseInstanceOf(UnconditionalPutException.class)
                .hasMessageContaining("refuses a put whose condition holds");
    }

    @Test
    void aPageInHtmlIsNoLackOfRoom() {
        server.misbehaving((verb, key) -> Optional.of(FakeS3.Answer.html(200)));

        assertThatThrownBy(this::store)
                .isInstanceOf(CheckpointException.class)
                .hasCauseInstanceOf(UnexpectedAnswerException.class)
                .hasMessageContaining("no proxy or login page answers in its place")
                .hasMessageNotContaining("room");
        assertThatThrownBy(() -> Catalog.at(server.location())).hasCauseInstanceOf(UnexpectedAnswerException.class);
    }

    @Test
    void anErrorInHtmlIsQuoted() {
        server.misbehaving((verb, key) -> Optional.of(FakeS3.Answer.html(403)));

        assertThatThrownBy(() -> Catalog.at(server.location()))
                .hasCauseInstanceOf(UnexpectedAnswerException.class)
                .hasMessageContaining("status 403")
                .hasMessageContaining("<!DOCTYPE html>");
    }

    @ParameterizedTest
    @ValueSource(strings = {"<html>hello</html>", "{\"ok\":true}", "[]", "", "{\"format\":1,\"job\":\"wal"})
    void aHeadThatIsNoneIsQuotedAndNotTakenForOne(String text) {
        server.misbehaving((verb, key) -> verb.equals("GET") && key.endsWith("head.json")
                ? Optional.of(new FakeS3.Answer(200, Map.of("ETag", "\"x\""), text))
                : Optional.empty());

        assertThatThrownBy(this::store)
                .hasCauseInstanceOf(UnexpectedAnswerException.class)
                .hasMessageContaining("it begins \"" + text.substring(0, Math.min(5, text.length())))
                .hasMessageNotContaining("has room");
    }

    @Test
    void aListThatIsCutOffIsNotTakenForAnEmptyOne() throws Exception {
        try (CheckpointStore store = store()) {
            commit(store, 1);
        }
        for (String body :
                new String[] {"<?xml version=\"1.0\"?><ListBucketResult><Contents><Ke", "<html></html>", ""}) {
            server.misbehaving((verb, key) -> verb.equals("GET") && key.isEmpty()
                    ? Optional.of(new FakeS3.Answer(200, Map.of("Content-Type", "application/xml"), body))
                    : Optional.empty());

            assertThatThrownBy(() -> Catalog.at(server.location()).collect(Retention.everything(), true, true))
                    .as(body)
                    .hasCauseInstanceOf(UnexpectedAnswerException.class);
        }
    }

    @Test
    void aShardThatSomebodyElseAnswersForIsNotSetAsideAsDamaged() throws Exception {
        try (CheckpointStore store = store()) {
            commit(store, 1);
            for (int status : new int[] {200, 206}) {
                server.misbehaving((verb, key) -> verb.equals("GET") && key.contains("shard-")
                        ? Optional.of(FakeS3.Answer.html(status))
                        : Optional.empty());
                assertThatThrownBy(store::latest).hasCauseInstanceOf(UnexpectedAnswerException.class);
            }
            server.misbehaving((verb, key) -> Optional.empty());

            assertThat(store.latest().orElseThrow().state().longs("atom")).containsExactly(1);
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "507 | XMinioStorageFull            | Make room at http://127.0.0.1",
                "403 | AccessDenied                 | Check the credentials",
                "401 | Unauthorized                 | Check the credentials",
                "400 | ExpiredToken                 | Check the credentials; not expired; the clock of this machine",
                "400 | ExpiredTokenException        | Check the credentials; not expired; the clock of this machine",
                "400 | InvalidToken                 | Check the credentials; not expired; the clock of this machine",
                "400 | TokenRefreshRequired         | Check the credentials; not expired; the clock of this machine",
                "400 | RequestTimeTooSkewed         | Check the credentials; not expired; the clock of this machine",
                "400 | AuthorizationHeaderMalformed | Check the bucket, the region",
                "404 | NoSuchBucket                 | Create the bucket"
            })
    void whatTheServerLacksIsToldApart(int status, String code, String words) {
        server.misbehaving((verb, key) -> Optional.of(FakeS3.Answer.error(status, code)));
        assertThatThrownBy(this::store)
                .hasCauseInstanceOf(ObjectStoreException.class)
                .hasMessageContainingAll(words.split("; "));
    }

    @Test
    void aServerThatDoesNotAnswerIsNotOneWithoutRoom() {
        String location = server.location();
        server.stopAnswering();
        assertThatThrownBy(() -> Catalog.at(location))
                .hasMessageContaining("runs and can be reached")
                .hasMessageNotContaining("room");
    }

    /** How a session's credentials come to this process. */
    private enum Given {
        IN_A_FILE {
            @Override
            void give(String accessKey, Path directory) throws IOException {
                System.clearProperty("aws.accessKeyId");
                System.clearProperty("aws.secretAccessKey");
                Path file = Files.writeString(
                        directory.resolve("credentials"),
                        "[default]\naws_access_key_id=%s\naws_secret_access_key=s\naws_session_token=t\n"
                                .formatted(accessKey));
                System.setProperty("aws.sharedCredentialsFile", file.toString());
            }
        },
        AS_PROPERTIES {
            @Override
            void give(String accessKey, Path directory) {
                System.setProperty("aws.accessKeyId", accessKey);
                System.setProperty("aws.secretAccessKey", "s");
                System.setProperty("aws.sessionToken", "t");
            }
        };

        abstract void give(String accessKey, Path directory) throws IOException;
    }

    @ParameterizedTest
    @EnumSource
    void anOpenStoreGoesOnOnceCredentialsThatExpiredAreRenewed(Given given, @TempDir Path directory) throws Exception {
        assumeThat(System.getenv("AWS_ACCESS_KEY_ID"))
                .as("credentials in the environment come before those in a file")
                .isNull();
        try {
            given.give("first", directory);
            server.accepting("first/");
            try (CheckpointStore store = store()) {
                commit(store, 1);
                server.accepting("renewed/");
                assertThatThrownBy(() -> commit(store, 2)).hasMessageContainingAll("Check the credentials", "expired");

                given.give("renewed", directory);
                commit(store, 2);
                assertThat(store.latest().orElseThrow().nextAtom()).isEqualTo(2);
            }
        } finally {
            System.clearProperty("aws.sharedCredentialsFile");
            System.clearProperty("aws.sessionToken");
        }
    }
}
