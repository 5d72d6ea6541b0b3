package org.atomizable.core.worker;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StoreOpeningTest {

    @ParameterizedTest
    @CsvSource({
        "/data/store, /data/store.scratch",
        "/data/odd?name, /data/odd?name.scratch",
        "s3://bucket/a/b, s3://bucket/a/b.scratch",
        "s3://bucket/a/b/, s3://bucket/a/b.scratch",
        "s3://bucket, s3://bucket/scratch",
        "s3://bucket/?region=eu, s3://bucket/scratch?region=eu",
        "s3://bucket/a?endpoint=http://127.0.0.1:9000&region=eu, s3://bucket/a.scratch?endpoint=http://127.0.0.1:9000&region=eu"
    })
    void aStoreBesideAnotherIsInTheSamePlace(String location, String beside) throws Exception {
        assertThat(new StoreOpening(location, "job").beside("scratch", "other"))
                .isEqualTo(new StoreOpening(beside, "other"));
    }

    @Test
    void aRemovedStoreLeavesNothing(@TempDir Path directory) throws Exception {
        StoreOpening opening = StoreOpening.in(directory.resolve("store"), "job");
        opening.open().close();
        assertThat(Files.exists(directory.resolve("store"))).isTrue();

        opening.remove();
        opening.remove();

        assertThat(Files.exists(directory.resolve("store"))).isFalse();
    }
}
