package org.atomizable.examples.names;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class NameSetTest {

    private final NameSet set = NameSet.ofThisJdk();

    @Test
    void everyJdkCarriesSixteenLanguagesOfNames() {
        assertThat(NameSet.LANGUAGES).hasSize(16).doesNotHaveDuplicates();
        assertThat(set.train()).hasSizeGreaterThan(5000);
        assertThat(set.test()).hasSizeGreaterThan(1000);
        assertThat(Stream.concat(set.train().stream(), set.test().stream())
                        .map(NamedConcept::language)
                        .collect(Collectors.toSet()))
                .hasSize(16);
    }

    @Test
    void noConceptIsInBothSets() {
        Set<String> trained = set.train().stream().map(NamedConcept::concept).collect(Collectors.toSet());

        assertThat(set.test()).noneMatch(it -> trained.contains(it.concept()));
    }

    @Test
    void theSetIsRecordedByItsDigest() {
        assertThat(set.digest()).isEqualTo(NameSet.ofThisJdk().digest()).isNotBlank();
    }
}
