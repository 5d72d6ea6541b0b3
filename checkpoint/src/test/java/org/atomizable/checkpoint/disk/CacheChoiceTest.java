package org.atomizable.checkpoint.disk;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class CacheChoiceTest {

    private static final long MIB = 1 << 20;

    private final CacheChoice choice = new CacheChoice();

    /** Writes so many files, each of which costs so much a MiB; returns how many went past the cache. */
    private int files(int count, long past, long cached) {
        int wentPast = 0;
        for (int file = 0; file < count; file++) {
            boolean goesPast = choice.pastTheCache();
            choice.measured(goesPast, 64 * MIB, 64 * (goesPast ? past : cached));
            wentPast += goesPast ? 1 : 0;
        }
        return wentPast;
    }

    @Test
    void whereTheCacheIsNoFasterOneFileOfSixtyFourTriesIt() {
        assertThat(files(1, 100, 90)).isEqualTo(1);
        assertThat(files(1, 100, 90)).isZero();
        assertThat(files(61, 100, 90)).isEqualTo(61);
        assertThat(files(1, 100, 90)).isZero();
        assertThat(files(63, 100, 90)).isEqualTo(63);
    }

    @Test
    void whereTheCacheIsClearlyFasterItIsUsedFromTheThirdFileOn() {
        assertThat(files(2, 100, 60)).isEqualTo(1);
        assertThat(files(61, 100, 60)).isZero();
        assertThat(files(1, 100, 60)).isEqualTo(1);
    }

    @Test
    void aDiskThatChangesIsNoticed() {
        files(64, 100, 60);
        assertThat(files(64, 100, 200)).isLessThan(64);
        assertThat(files(64, 100, 200)).isEqualTo(63);
    }

    @Test
    void whereItCannotBeDoneItIsNotTriedAgain() {
        choice.pastTheCache();
        choice.cannot();

        for (int file = 0; file < 200; file++) {
            assertThat(choice.pastTheCache()).isFalse();
        }
    }
}
