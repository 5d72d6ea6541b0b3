package org.atomizable.core.catalogue;

import java.util.Locale;
import java.util.TimeZone;

/** Jobs that keep something in what the JDK has once for the whole process. */
final class WrongSettings {

    private WrongSettings() {}

    @Refused({"Locale.setDefault sets is changed by atoms (term, ", "set it before each use"})
    public static final class LanguageOfTexts extends SumJob {
        @Override
        double term(long atom) {
            if (WrongRestores.isSeldom(atom)) {
                Locale.setDefault(Locale.GERMANY);
            }
            return text(atom + 0.5).length() + text(atom + 0.5).indexOf(',');
        }

        private static String text(double of) {
            return String.format("%.2f", of);
        }
    }

    @Refused("Locale.setDefault sets")
    public static final class LanguageAsMemory extends SumJob {
        @Override
        double term(long atom) {
            double known = Locale.getDefault().getLanguage().length();
            Locale.setDefault(new Locale("x".repeat((int) (atom % 3) + 2)));
            return known;
        }
    }

    @Refused("TimeZone.setDefault sets")
    public static final class ZoneAsMemory extends SumJob {
        @Override
        double term(long atom) {
            int offset = TimeZone.getDefault().getRawOffset();
            TimeZone.setDefault(TimeZone.getTimeZone("GMT+" + atom % 12));
            return offset;
        }
    }

    @Refused("Thread.setName sets")
    public static final class NameOfThread extends SumJob {
        @Override
        double term(long atom) {
            Thread thread = Thread.currentThread();
            if (WrongRestores.isSeldom(atom)) {
                thread.setName(thread.getName() + "+");
            }
            return Thread.currentThread().getName().length();
        }
    }

    @Refused({"System.setProperty(\"rate\") sets", "set it before each use"})
    public static final class RateInProperty extends SumJob {
        @Override
        double term(long atom) {
            double rate = Double.parseDouble(System.getProperty("rate", "1"));
            if (atom % 150 == 149) {
                System.setProperty("rate", String.valueOf(rate / 2));
            }
            return rate;
        }
    }
}
