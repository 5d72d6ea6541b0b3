package org.atomizable.profiler.fit;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/**
 * The answers to questions that are asked again and again. Only so many are kept, which bounds the memory of a caller whose questions differ
 * all the time. Safe for use by several threads.
 */
public final class Answers<Q, A> {

    private final Map<Q, A> known = new ConcurrentHashMap<>();
    private final int most;

    /**
     * Makes an empty one.
     *
     * @param most how many answers are kept
     */
    public Answers(int most) {
        this.most = most;
    }

    /** Returns the answer to a question, which is worked out if it is not known. */
    public A to(Q question, Supplier<A> work) {
        A answer = known.get(question);
        if (answer == null) {
            answer = work.get();
            if (known.size() < most) {
                known.put(question, answer);
            }
        }
        return answer;
    }
}
