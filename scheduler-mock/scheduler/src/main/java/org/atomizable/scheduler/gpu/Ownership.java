package org.atomizable.scheduler.gpu;

import java.util.LinkedHashSet;
import java.util.Set;

/** Remembers which instances are ours. What was written is kept before the call returns. */
public interface Ownership {

    /** Returns what is ours, or was about to be when the program ended. */
    Set<Owned> owned() throws GpuException;

    /** Records that an instance is about to be created there. */
    void claim(Owned place) throws GpuException;

    /** Records that this scheduler has no instance there any more. */
    void release(Owned place) throws GpuException;

    /** Remembers as long as the program runs. */
    static Ownership forNow() {
        Set<Owned> owned = new LinkedHashSet<>();
        return new Ownership() {
            @Override
            public Set<Owned> owned() {
                return Set.copyOf(owned);
            }

            @Override
            public void claim(Owned place) {
                owned.add(place);
            }

            @Override
            public void release(Owned place) {
                owned.remove(place);
            }
        };
    }
}
