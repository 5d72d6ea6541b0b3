package org.atomizable.core.catalogue;

import java.io.IOException;
import java.util.Locale;
import java.util.TimeZone;
import org.atomizable.api.StateReader;
import org.atomizable.api.StateWriter;

/** Jobs that look like {@link WrongSettings}, and end cut in the bits of a straight run. */
final class RightSettings {

    private RightSettings() {}

    /** Each atom sets what it needs. */
    public static final class SetInEachAtom extends SumJob {
        @Override
        double term(long atom) {
            Locale before = Locale.US;
            Locale.setDefault(atom % 2 == 0 ? Locale.ROOT : before);
            TimeZone.setDefault(TimeZone.getTimeZone("UTC"));
            Thread.currentThread().setName("atom " + atom);
            return String.format("%.2f", atom + 0.5).length()
                    + TimeZone.getDefault().getRawOffset();
        }
    }

    /** Set once, where each process begins. */
    public static final class SetInConstructor extends SumJob {
        public SetInConstructor() {
            Locale.setDefault(Locale.ROOT);
            System.setProperty("size", "3");
        }

        @Override
        double term(long atom) {
            return String.format("%.2f", atom + 0.5).length() + Integer.getInteger("size");
        }
    }

    public static final class ProgressInProperty extends SumJob {
        @Override
        double term(long atom) {
            System.setProperty("progress", String.valueOf(atom));
            return Integer.getInteger("size", 3);
        }
    }

    /** Its restore sets again what was saved. */
    public static final class SavedProperty extends SumJob {
        public SavedProperty() {
            System.setProperty("count of atoms", "0");
        }

        @Override
        double term(long atom) {
            int count = Integer.getInteger("count of atoms", 0);
            System.setProperty("count of atoms", String.valueOf(atom + 1));
            return count;
        }

        @Override
        public void save(StateWriter to) throws IOException {
            super.save(to);
            to.longs("count", Integer.getInteger("count of atoms", 0));
        }

        @Override
        public void restore(StateReader from) throws IOException {
            super.restore(from);
            System.setProperty("count of atoms", String.valueOf(from.longs("count")[0]));
        }
    }
}
