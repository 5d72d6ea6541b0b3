package org.atomizable.checkpoint;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Locale;
import org.atomizable.api.checkpoint.CheckpointStore;
import org.atomizable.checkpoint.disk.CrashingDisk;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Names in a store have the same digits in every language. */
class DigitsTest {

    private final Locale usual = Locale.getDefault();

    @AfterEach
    void backToTheUsual() {
        Locale.setDefault(usual);
    }

    @ParameterizedTest
    @ValueSource(strings = {"fa-IR", "ar-EG", "bn-BD", "my-MM", "th-TH-u-nu-thai", "tr-TR"})
    void aStoreIsReadInALanguageThatItWasNotWrittenIn(String language) throws Exception {
        CrashingDisk disk = new CrashingDisk();
        Locale.setDefault(Locale.forLanguageTag(language));
        CheckpointStore store = Walk.open(disk);
        Walk.commit(store, 1, 1);
        assertThat(Walk.found(Walk.open(disk))).isEqualTo(1);
        assertThat(disk.files().keySet()).allMatch(it -> it.toString().chars().allMatch(each -> each < 128));

        Locale.setDefault(Locale.ENGLISH);
        CheckpointStore elsewhere = Walk.open(disk);
        assertThat(Walk.found(elsewhere)).isEqualTo(1);
        Walk.commit(elsewhere, 2, 2);

        Locale.setDefault(Locale.forLanguageTag(language));
        assertThat(Walk.found(Walk.open(disk))).isEqualTo(2);
        assertThat(Walk.found(store)).isEqualTo(2);
    }
}
