package org.atomizable.checkpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import org.atomizable.checkpoint.object.S3Location;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StoreLocationTest {

    @ParameterizedTest
    @ValueSource(strings = {"store", "/var/store", "../a:b", "C:/stores", "x", "./s3:/b"})
    void aPathIsADirectory(String text) {
        assertThat(StoreLocation.parse(text)).isEqualTo(new StoreLocation.InDirectory(Path.of(text)));
    }

    @Test
    void aPlaceInAnObjectStoreIsReadWithItsServer() {
        String text = "s3://b/p?endpoint=http://127.0.0.1:9000&region=r";

        assertThat(StoreLocation.parse(text)).isEqualTo(new StoreLocation.InObjectStore(S3Location.parse(text)));
    }

    @ParameterizedTest
    @ValueSource(strings = {"s3:/b/p", "S3://b/p", "gs://b/p", "file:///var/store", "http://host/b", "s3:///p"})
    void whatLooksLikeAUrlOfAnotherKindIsNotTakenForADirectory(String text) {
        assertThatThrownBy(() -> StoreLocation.parse(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(text)
                .hasMessageContaining("s3://BUCKET/PREFIX");
    }
}
