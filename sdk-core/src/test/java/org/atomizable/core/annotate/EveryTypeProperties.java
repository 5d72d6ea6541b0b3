package org.atomizable.core.annotate;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Constructor;
import java.lang.reflect.Method;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.TreeSet;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.atomizable.api.Atomizable;
import org.atomizable.checkpoint.StateDigest;
import org.atomizable.core.state.MemoryState;

/** A job with a field of every type that can be saved: {@code jobs/EveryType.java.txt} among the test's resources. */
class EveryTypeProperties {

    private static final int ATOMS = 40;

    private static final Compiled COMPILED = compile();

    private static Compiled compile() {
        try (InputStream source = EveryTypeProperties.class.getResourceAsStream("/jobs/EveryType.java.txt")) {
            return Compiled.of(new String(Objects.requireNonNull(source).readAllBytes(), StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    private static final ClassLoader LOADER = COMPILED.loader();

    /** The job and the object that it wraps. */
    private record Running(Object object, Atomizable job) {

        static Running of(long seed) throws ReflectiveOperationException {
            Class<?> type = LOADER.loadClass("jobs.EveryType");
            Constructor<?> wrap = LOADER.loadClass("jobs.EveryTypeJob").getDeclaredConstructor(type);
            wrap.setAccessible(true);
            Object object = type.getDeclaredConstructor().newInstance();
            Method seeding = type.getDeclaredMethod("seed", long.class);
            seeding.setAccessible(true);
            seeding.invoke(object, seed);
            return new Running(object, (Atomizable) wrap.newInstance(object));
        }

        void run(int first, int end) throws Exception {
            for (int atom = first; atom < end; atom++) {
                job.run(atom);
            }
        }

        String show() throws ReflectiveOperationException {
            Method show = object.getClass().getDeclaredMethod("show");
            show.setAccessible(true);
            return (String) show.invoke(object);
        }

        String sha256() throws IOException {
            StateDigest digest = new StateDigest();
            job.save(digest);
            return digest.sha256();
        }
    }

    @Example
    void itsSourceAndTheGeneratedOneCompileWithoutAWarning() {
        assertThat(COMPILED.errors()).isEmpty();
        assertThat(COMPILED.generated()).containsOnlyKeys("jobs.EveryTypeJob");
        assertThat(COMPILED.generated().get("jobs.EveryTypeJob")).doesNotContain("java.lang.reflect");
    }

    @Property(tries = 60)
    void aRestoredStateIsEqualBitForBit(@ForAll long seed, @ForAll @IntRange(max = ATOMS) int atoms) throws Exception {
        Running saved = Running.of(seed);
        saved.run(0, atoms);
        MemoryState state = MemoryState.of(saved.job());

        Running restored = Running.of(seed + 1);
        restored.job().restore(state);

        assertThat(restored.sha256()).isEqualTo(saved.sha256());
        assertThat(restored.show()).isEqualTo(saved.show());
    }

    @Property(tries = 60)
    void aRunThatIsCutAnywhereEndsAsAStraightOne(
            @ForAll long seed, @ForAll @Size(max = 5) List<@IntRange(max = ATOMS) Integer> cuts) throws Exception {
        Running straight = Running.of(seed);
        straight.run(0, ATOMS);

        Running running = Running.of(seed);
        int next = 0;
        for (int cut : new TreeSet<>(cuts)) {
            running.run(next, cut);
            MemoryState state = MemoryState.of(running.job());
            running = Running.of(seed ^ cut);
            running.job().restore(state);
            next = cut;
        }
        running.run(next, ATOMS);

        assertThat(running.sha256()).isEqualTo(straight.sha256());
        assertThat(running.show()).isEqualTo(straight.show());
    }

    @Property(tries = 20)
    void anInstanceThatHasRunOnCanBeSetBack(@ForAll long seed, @ForAll @IntRange(max = ATOMS) int atoms)
            throws Exception {
        Running running = Running.of(seed);
        running.run(0, atoms);
        MemoryState state = MemoryState.of(running.job());
        String before = running.sha256();
        running.run(atoms, ATOMS);

        running.job().restore(state);

        assertThat(running.sha256()).isEqualTo(before);
    }
}
