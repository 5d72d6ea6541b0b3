package org.atomizable.examples.names;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Currency;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * The names, split into those to learn from and those to be tested on; no concept is in both.
 *
 * <p>Names that a language takes over from English unchanged are left out, since nobody could tell. The names differ a
 * little from one release of the JDK to the next, so {@link #digest} tells which set this is.
 *
 * @param train names to learn from, in a fixed order
 * @param test names of other concepts
 * @param digest SHA-256 of all of them
 */
public record NameSet(List<NamedConcept> train, List<NamedConcept> test, String digest) {

    /** The languages to be told apart; a name's label is the place of its language here. */
    public static final List<String> LANGUAGES =
            List.of("en", "de", "fr", "es", "it", "pt", "nl", "sv", "fi", "pl", "cs", "hu", "tr", "ro", "vi", "lt");

    private static final int ONE_IN_FIVE = 5;

    /** Copies the lists. */
    public NameSet {
        train = List.copyOf(train);
        test = List.copyOf(test);
    }

    /** Returns the names that this JDK carries; read at the first call, which takes about a second. */
    public static NameSet ofThisJdk() {
        return Once.SET;
    }

    private static final class Once {
        private static final NameSet SET = read();
    }

    private static NameSet read() {
        List<NamedConcept> train = new ArrayList<>();
        List<NamedConcept> test = new ArrayList<>();
        concepts().forEach((concept, inLanguage) -> {
            String english = inLanguage.apply(Locale.ENGLISH);
            // The text of a string's hash is part of Java's specification, so the split is the same everywhere.
            boolean tested = Math.floorMod((concept.hashCode() * 0x9E3779B9) >>> 8, ONE_IN_FIVE) == 0;
            for (int i = 0; i < LANGUAGES.size(); i++) {
                String name = inLanguage.apply(Locale.forLanguageTag(LANGUAGES.get(i)));
                if (i == 0 || !name.equals(english)) {
                    (tested ? test : train).add(new NamedConcept(concept, i, name));
                }
            }
        });
        return new NameSet(train, test, digest(train, test));
    }

    private static Map<String, Function<Locale, String>> concepts() {
        Map<String, Function<Locale, String>> concepts = new TreeMap<>();
        for (String code : Locale.getISOCountries()) {
            Locale country = new Locale.Builder().setRegion(code).build();
            add(concepts, "country/" + code, code, country::getDisplayCountry);
        }
        for (String code : Locale.getISOLanguages()) {
            add(concepts, "language/" + code, code, Locale.forLanguageTag(code)::getDisplayLanguage);
        }
        Currency.getAvailableCurrencies().stream()
                .sorted(Comparator.comparing(Currency::getCurrencyCode))
                .forEach(currency ->
                        add(concepts, "currency/" + currency, currency.getCurrencyCode(), currency::getDisplayName));
        return concepts;
    }

    /** A code that has no name is shown as itself. */
    private static void add(
            Map<String, Function<Locale, String>> concepts,
            String concept,
            String code,
            Function<Locale, String> name) {
        if (!name.apply(Locale.ENGLISH).equals(code)) {
            concepts.put(concept, name);
        }
    }

    private static String digest(List<NamedConcept> train, List<NamedConcept> test) {
        try {
            MessageDigest sha = MessageDigest.getInstance("SHA-256");
            for (List<NamedConcept> part : Arrays.asList(train, test)) {
                for (NamedConcept one : part) {
                    String line = one.concept() + '\t' + one.language() + '\t' + one.name() + '\n';
                    sha.update(line.getBytes(StandardCharsets.UTF_8));
                }
            }
            return HexFormat.of().formatHex(sha.digest());
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }
}
