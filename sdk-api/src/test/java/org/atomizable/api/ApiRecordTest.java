package org.atomizable.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** A change of the API is seen in review, because it changes a file. */
class ApiRecordTest {

    private static final Path RECORD = Path.of("api", "sdk-api.txt");
    private static final String WIRE = "org.atomizable.api.wire";

    private static List<Class<?>> types;

    @BeforeAll
    static void read() throws Exception {
        Path classes = Path.of(
                Bytes.class.getProtectionDomain().getCodeSource().getLocation().toURI());
        types = ApiRecord.publicTypesIn(classes);
    }

    @Test
    void theApiIsTheOneOnRecord() throws IOException {
        String api = String.join("\n", ApiRecord.of(types)) + "\n";
        if ("update".equals(System.getProperty("api.record"))) {
            Files.createDirectories(RECORD.getParent());
            Files.writeString(RECORD, api);
        }
        assertThat(api)
                .as(
                        "The API differs from %s. If that is meant, run ./mvnw -pl sdk-api test -Dtest=ApiRecordTest"
                                + " -Dapi.record=update and commit the file",
                        RECORD)
                .isEqualTo(Files.readString(RECORD));
    }

    @Test
    void theApiIsSmall() {
        Map<String, Long> sizes = types.stream()
                .filter(type -> !type.isMemberClass() && !type.getPackageName().equals(WIRE))
                .collect(Collectors.groupingBy(Class::getPackageName, Collectors.counting()));
        assertThat(sizes).isNotEmpty();
        assertThat(sizes.values()).as("public types by package: %s", sizes).allMatch(size -> size <= 12);
        assertThat(sizes.values().stream().mapToLong(Long::longValue).sum()).isLessThanOrEqualTo(59);
    }
}
