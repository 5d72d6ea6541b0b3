package org.atomizable.site;

import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;

/** The ids of a page's headings, by the rule of GitHub, so that a link to a heading works in both places. */
final class HeadingIds {

    private static final Pattern LEFT_OUT = Pattern.compile("[^\\p{L}\\p{M}\\p{N}_\\- ]");

    private final Map<String, Integer> given = new HashMap<>();

    /** Returns the id of the next heading of the page: lower case, hyphens for spaces, and a number if the page has had the same text before. */
    String next(String text) {
        String id = LEFT_OUT.matcher(text.strip().toLowerCase(Locale.ROOT))
                .replaceAll("")
                .replace(' ', '-');
        int before = given.merge(id, 1, Integer::sum) - 1;
        return before == 0 ? id : id + "-" + before;
    }
}
