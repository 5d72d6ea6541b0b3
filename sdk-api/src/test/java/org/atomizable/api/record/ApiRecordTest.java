package org.atomizable.api.record;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.stream.Collectors;
import org.atomizable.api.Bytes;
import org.junit.jupiter.api.Test;

class ApiRecordTest extends ApiRecordContract {

    private static final String WIRE = "org.atomizable.api.wire";

    ApiRecordTest() {
        super("sdk-api", Bytes.class, "org.atomizable.api");
    }

    @Test
    void theApiIsSmall() throws Exception {
        Map<String, Long> sizes = types().stream()
                .filter(type -> !type.isMemberClass() && !type.getPackageName().equals(WIRE))
                .collect(Collectors.groupingBy(Class::getPackageName, Collectors.counting()));
        assertThat(sizes).isNotEmpty();
        assertThat(sizes.values()).as("public types by package: %s", sizes).allMatch(size -> size <= 12);
        assertThat(sizes.values().stream().mapToLong(Long::longValue).sum()).isLessThanOrEqualTo(60);
    }
}
