package org.atomizable.core.annotate;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Replaces the tokens of classes in a text by names, and knows which imports these names need. */
final class Imports {

    private static final Pattern TOKEN = Pattern.compile("\\{([\\w.]*)\\|([\\w.$]+)\\}");

    private final String home;
    private final Map<String, String> packages = new HashMap<>();
    private final Set<String> imports = new TreeSet<>();

    /**
     * Writes in the package {@code home}.
     *
     * @param own the name of the class that is written
     */
    Imports(String home, String own) {
        this.home = home;
        packages.put(own, home);
    }

    /** Returns the text with a name instead of each token. */
    String resolve(String text) {
        Matcher tokens = TOKEN.matcher(text);
        return tokens.replaceAll(it -> Matcher.quoteReplacement(name(it.group(1), it.group(2))));
    }

    private String name(String packageName, String path) {
        int dot = path.indexOf('.');
        String outermost = dot < 0 ? path : path.substring(0, dot);
        if (!packages.computeIfAbsent(outermost, it -> packageName).equals(packageName)) {
            return packageName.isEmpty() ? path : packageName + "." + path;
        }
        if (!packageName.equals(home) && !packageName.equals("java.lang") && !packageName.isEmpty()) {
            imports.add(packageName + "." + outermost);
        }
        return path;
    }

    /** Returns the import statements for the names given so far. */
    String statements() {
        StringBuilder statements = new StringBuilder();
        imports.forEach(it -> statements.append("import ").append(it).append(";\n"));
        return statements.toString();
    }
}
