package org.atomizable.checkpoint.location;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import org.atomizable.api.checkpoint.CheckpointException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class StoreLocationTest {

    @ParameterizedTest
    @ValueSource(strings = {"store", "/var/store", "../a:b", "C:/stores", "x", "./s3:/b", "s3:b"})
    void aPathIsADirectory(String text) throws Exception {
        assertThat(StoreLocation.parse(text).directory()).contains(Path.of(text));
    }

    @Test
    void aLocationInAnObjectStoreIsWrittenAsItWasRead() throws Exception {
        String text = "s3://b/p?endpoint=http://127.0.0.1:9000&region=r";

        StoreLocation location = StoreLocation.parse(text);

        assertThat(location.text()).isEqualTo(text);
        assertThat(location).hasToString("s3://b/p");
        assertThat(location.directory()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"s3:/b/p", "S3://b/p", "s3:///p", "s3://b/ /", "gs://b/p", "file:///var/store", "http://host/b"})
    void whatLooksLikeAUrlOfAnotherKindIsNotTakenForADirectory(String text) {
        assertThatThrownBy(() -> StoreLocation.parse(text))
                .isInstanceOf(CheckpointException.class)
                .hasMessageContaining(text)
                .hasMessageContaining("s3://BUCKET/PREFIX");
    }

    @Test
    void anUnknownSchemeIsRefusedWithTheKnownOnes() {
        assertThatThrownBy(() -> StoreLocation.parse("gs://bucket/job"))
                .isInstanceOf(CheckpointException.class)
                .hasMessageContaining("\"gs\"")
                .hasMessageContaining("(known: s3)");
    }

    @ParameterizedTest
    @CsvSource({
        "a/b, a/b.x",
        "a/b/, a/b.x",
        "s3://bucket, s3://bucket/x",
        "s3://bucket/?region=eu, s3://bucket/x?region=eu",
        "s3://bucket/a/?region=eu, s3://bucket/a.x?region=eu"
    })
    void aLocationBesideAnotherIsOnTheSameDiskOrServer(String text, String beside) throws Exception {
        assertThat(StoreLocation.parse(text).beside("x").text()).isEqualTo(beside);
    }

    @Test
    void aWholeBucketIsNotRemoved() throws Exception {
        StoreLocation bucket = StoreLocation.parse("s3://bucket/?region=eu");

        assertThatThrownBy(bucket::remove)
                .isInstanceOf(CheckpointException.class)
                .hasMessageContaining("a whole bucket is never removed");
    }
}
