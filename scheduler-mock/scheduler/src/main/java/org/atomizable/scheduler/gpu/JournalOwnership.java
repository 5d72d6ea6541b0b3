package org.atomizable.scheduler.gpu;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.atomizable.scheduler.gpu.GpuException.Problem;
import org.atomizable.scheduler.journal.Change;
import org.atomizable.scheduler.journal.Journal;
import org.atomizable.scheduler.journal.JournalException;
import org.atomizable.scheduler.journal.Table;

/** Remembers in a journal which instances are ours. */
public final class JournalOwnership implements Ownership {

    private static final String SEPARATOR = " ";

    private final Journal journal;

    /** Goes on with what the journal knows. */
    public JournalOwnership(Journal journal) {
        this.journal = journal;
    }

    @Override
    public Set<Owned> owned() throws GpuException {
        try {
            Set<Owned> owned = new LinkedHashSet<>();
            for (String key : journal.all(Table.INSTANCE).keySet()) {
                String[] words = key.split(SEPARATOR, -1);
                owned.add(new Owned(words[0], Integer.parseInt(words[1]), Integer.parseInt(words[2])));
            }
            return owned;
        } catch (JournalException unreadable) {
            throw forgotten(unreadable);
        }
    }

    @Override
    public void claim(Owned place) throws GpuException {
        write(place, Optional.of("{}"));
    }

    @Override
    public void release(Owned place) throws GpuException {
        write(place, Optional.empty());
    }

    private void write(Owned place, Optional<String> value) throws GpuException {
        String key = place.gpu() + SEPARATOR + place.profile() + SEPARATOR + place.start();
        try {
            journal.write(List.of(new Change(Table.INSTANCE, key, value)));
        } catch (JournalException unwritable) {
            throw forgotten(unwritable);
        }
    }

    /** Makes the exception for a change that cannot be recorded, and so is not made. */
    private static GpuException forgotten(JournalException cause) {
        return new GpuException(
                Problem.OTHER,
                "the list of instances that this scheduler owns cannot be written: " + cause.getMessage());
    }
}
