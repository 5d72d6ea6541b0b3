package org.atomizable.testkit.spi;

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.lang.reflect.Constructor;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.atomizable.api.StateReader;
import org.atomizable.api.checkpoint.Checkpoint;
import org.atomizable.api.checkpoint.CheckpointException;
import org.atomizable.api.checkpoint.CheckpointStore;
import org.atomizable.api.checkpoint.StaleTokenException;
import org.atomizable.api.window.FencingToken;

/** The program of an {@link OtherProcess}: each line of its input is done, and answered by a line. */
final class StoreInOtherProcess {

    static final String ANSWER = "answer: ";

    /** Writing it takes longer than a kill. */
    private static final int LARGE = 1 << 20;

    private final CheckpointStore store;

    private StoreInOtherProcess(CheckpointStore store) {
        this.store = store;
    }

    public static void main(String[] args) throws Exception {
        Constructor<?> test = Class.forName(args[0]).getDeclaredConstructor();
        test.setAccessible(true);
        BufferedReader input = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        try (CheckpointStore store = ((StoreOfProcesses) test.newInstance()).openedAt(args[1])) {
            StoreInOtherProcess here = new StoreInOtherProcess(store);
            for (String line = input.readLine(); line != null; line = input.readLine()) {
                answer(here.done(line, input));
            }
        }
    }

    private static void answer(String answer) {
        System.out.println(ANSWER + answer);
        System.out.flush();
    }

    private String done(String line, BufferedReader input) throws Exception {
        List<String> words = List.of(line.split(" ", -1));
        return switch (words.get(0)) {
            case "latest" -> nextAtom(store);
            case "fence" -> fenced(token(words.get(1)));
            case "open" -> opened(Long.parseLong(words.get(1)), token(words.get(2)), input);
            default -> commits();
        };
    }

    private static FencingToken token(String word) {
        return new FencingToken(Long.parseLong(word));
    }

    private String fenced(FencingToken token) throws Exception {
        store.fence(token);
        return "fenced";
    }

    /** Writes a draft, and commits it at the next line. */
    private String opened(long nextAtom, FencingToken token, BufferedReader input) throws Exception {
        try (CheckpointStore.Draft draft = store.open(nextAtom, token)) {
            write(draft, nextAtom);
            answer("opened");
            input.readLine();
            draft.commit();
            return "committed";
        } catch (StaleTokenException e) {
            return "stale";
        }
    }

    private String commits() throws Exception {
        for (long commit = 1; ; commit++) {
            try (CheckpointStore.Draft draft = store.open(commit, new FencingToken(1))) {
                write(draft, commit);
                answer("begins");
                draft.commit();
                answer("ended");
            }
        }
    }

    static void write(CheckpointStore.Draft draft, long nextAtom) throws Exception {
        draft.state().longs("next", nextAtom);
        byte[] large = new byte[LARGE];
        Arrays.fill(large, (byte) nextAtom);
        draft.state().bytes("large", large);
    }

    /** Returns the next atom of the newest checkpoint, if all of its state belongs to it, or how it is wrong. */
    static String nextAtom(CheckpointStore store) throws Exception {
        Optional<Checkpoint> latest = store.latest();
        if (latest.isEmpty()) {
            return "none";
        }
        long next = latest.get().nextAtom();
        StateReader state = latest.get().state();
        byte[] large = new byte[LARGE];
        Arrays.fill(large, (byte) next);
        boolean whole = state.longs("next")[0] == next && Arrays.equals(state.bytes("large"), large);
        return whole ? Long.toString(next) : "%s, with the state of another".formatted(next);
    }
}
