package org.atomizable.api.record;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * A record of a module's API. Its head, written by a person, says of each package whether it is stable or internal, and names types and
 * members of which the opposite is true. Below an empty line it has the signatures of what is stable.
 *
 * <pre>
 * # a comment
 * stable org.example.shop
 * internal org.example.shop.Stock.recount
 * internal org.example.stock
 *
 * org.example.shop.Stock.count(): public int
 * </pre>
 */
record RecordedApi(List<String> head, List<String> signatures) {

    private static final String STABLE = "stable ";
    private static final String INTERNAL = "internal ";

    static RecordedApi read(Path file) throws IOException {
        List<String> lines = Files.readAllLines(file);
        int end = lines.indexOf("");
        if (end < 0) {
            throw new IllegalStateException(file + " has no empty line that ends its head");
        }
        return new RecordedApi(lines.subList(0, end), lines.subList(end + 1, lines.size()));
    }

    /** Returns the record with this head for a module with these types. */
    RecordedApi of(List<Class<?>> types) {
        Map<String, Boolean> decided = decided();
        return new RecordedApi(
                head,
                ApiRecord.of(types).stream()
                        .filter(line -> isStable(line, decided))
                        .toList());
    }

    /** Returns what is wrong with the head for a module with these types: names that nobody decided, and names of nothing. */
    List<String> mistakes(List<Class<?>> types) {
        Map<String, Boolean> decided = decided();
        Set<String> packages =
                new TreeSet<>(types.stream().map(Class::getPackageName).toList());
        List<String> lines = ApiRecord.of(types);
        Stream<String> undecided = packages.stream()
                .filter(Predicate.not(decided::containsKey))
                .map(name -> name + " is neither stable nor internal");
        Stream<String> gone = decided.keySet().stream()
                .filter(name -> !packages.contains(name) && lines.stream().noneMatch(line -> isIn(line, name)))
                .map(name -> name + " is in the head, and not public in the module");
        return Stream.concat(undecided, gone).toList();
    }

    /** Returns the packages, types and members that the head calls stable. */
    List<String> stable() {
        return head.stream()
                .filter(line -> line.startsWith(STABLE))
                .map(line -> line.substring(STABLE.length()))
                .toList();
    }

    String text() {
        List<String> all = new ArrayList<>(head);
        all.add("");
        all.addAll(signatures);
        return String.join("\n", all) + "\n";
    }

    private Map<String, Boolean> decided() {
        Map<String, Boolean> decided = new TreeMap<>();
        for (String line : head) {
            if (line.startsWith(STABLE)) {
                decided.put(line.substring(STABLE.length()), true);
            } else if (line.startsWith(INTERNAL)) {
                decided.put(line.substring(INTERNAL.length()), false);
            } else if (!line.startsWith("#")) {
                throw new IllegalStateException("write 'stable NAME', 'internal NAME' or '# TEXT' instead of: " + line);
            }
        }
        return decided;
    }

    /** The longest name decides: a type goes before its package, and a member before its type. */
    private static boolean isStable(String signature, Map<String, Boolean> decided) {
        boolean stable = false;
        int longest = 0;
        for (Map.Entry<String, Boolean> it : decided.entrySet()) {
            if (it.getKey().length() > longest && isIn(signature, it.getKey())) {
                longest = it.getKey().length();
                stable = it.getValue();
            }
        }
        return stable;
    }

    private static boolean isIn(String signature, String name) {
        return signature.startsWith(name)
                && signature.length() > name.length()
                && ".$(:".indexOf(signature.charAt(name.length())) >= 0;
    }
}
