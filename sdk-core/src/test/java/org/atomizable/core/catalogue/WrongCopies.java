package org.atomizable.core.catalogue;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Jobs whose atoms copy an array or a collection, and change the objects that the copy shares with it. */
final class WrongCopies {

    private WrongCopies() {}

    /** An object of which a job forgets to save how often it was used. */
    static final class Part {
        private int uses;

        double use() {
            return ++uses > 10 ? 2 : 1;
        }

        int uses() {
            return uses;
        }

        double[] terms() {
            return new double[] {uses};
        }
    }

    enum Kind {
        FIRST,
        SECOND;

        private int uses;

        double use() {
            return ++uses > 10 ? 2 : 1;
        }

        static List<Kind> sorted() {
            List<Kind> sorted = new ArrayList<>(Arrays.asList(values()));
            sorted.sort(Comparator.reverseOrder());
            return sorted;
        }
    }

    /** Each holds the same objects in an array, a list and a map. */
    abstract static class WithParts extends SumJob {
        final Part[] array = {new Part(), new Part()};
        final List<Part> list = new ArrayList<>(List.of(array));
        final Map<Integer, Part> map = new TreeMap<>(Map.of(0, array[0], 1, array[1]));

        List<Part> copied() {
            List<Part> copy = new ArrayList<>();
            for (Part each : list) {
                copy.add(each);
            }
            return copy;
        }

        void copyInto(List<Part> other) {
            other.addAll(list);
        }
    }

    @Refused("Part.uses")
    public static final class ClonedArray extends WithParts {
        @Override
        double term(long atom) {
            return array.clone()[0].use();
        }
    }

    @Refused("Part.uses")
    public static final class CopyOfArray extends WithParts {
        @Override
        double term(long atom) {
            return Arrays.copyOf(array, 2)[0].use();
        }
    }

    @Refused("Part.uses")
    public static final class CopyOfRange extends WithParts {
        @Override
        double term(long atom) {
            Part[] copy = Arrays.copyOfRange(array, 0, 1);
            copy[0].uses++;
            return copy[0].uses > 10 ? 2 : 1;
        }
    }

    @Refused("Part.uses")
    public static final class CopiedIntoArray extends WithParts {
        @Override
        double term(long atom) {
            Part[] copy = new Part[2];
            System.arraycopy(array, 0, copy, 0, 2);
            return copy[0].use();
        }
    }

    @Refused("Part.uses")
    public static final class PutIntoArray extends WithParts {
        @Override
        double term(long atom) {
            Part[] other = new Part[2];
            other[0] = list.get(0);
            return other[0].use();
        }
    }

    @Refused("Part.uses")
    public static final class CopiedList extends WithParts {
        @Override
        double term(long atom) {
            List<Part> copy = new ArrayList<>(list);
            copy.sort(Comparator.comparing(Part::uses));
            return copy.get(0).use();
        }
    }

    @Refused("Part.uses")
    public static final class UnmodifiableCopy extends WithParts {
        @Override
        double term(long atom) {
            return List.copyOf(list).get(0).use();
        }
    }

    @Refused("Part.uses")
    public static final class ListAsArray extends WithParts {
        @Override
        double term(long atom) {
            return list.toArray(new Part[0])[0].use();
        }
    }

    @Refused("Part.uses")
    public static final class StreamedIntoList extends WithParts {
        @Override
        double term(long atom) {
            return list.stream().toList().get(0).use();
        }
    }

    @Refused("Part.uses")
    public static final class Collected extends WithParts {
        @Override
        double term(long atom) {
            return list.stream()
                    .filter(it -> it.uses >= 0)
                    .collect(Collectors.toList())
                    .get(0)
                    .use();
        }
    }

    @Refused("Part.uses")
    public static final class FirstFound extends WithParts {
        @Override
        double term(long atom) {
            return list.stream().findFirst().get().use();
        }
    }

    @Refused("Part.uses")
    public static final class UsedInStream extends WithParts {
        @Override
        double term(long atom) {
            list.stream().filter(it -> it.uses >= 0).forEach(Part::use);
            return list.get(0).uses > 10 ? 2 : 1;
        }
    }

    @Refused("Part.uses")
    public static final class StreamOfArray extends WithParts {
        @Override
        double term(long atom) {
            return Arrays.stream(array).mapToDouble(Part::use).sum();
        }
    }

    @Refused("Part.uses")
    public static final class StreamOfIndices extends WithParts {
        @Override
        double term(long atom) {
            return IntStream.range(0, 2)
                    .mapToObj(it -> array[it])
                    .skip(1)
                    .mapToDouble(Part::use)
                    .sum();
        }
    }

    @Refused("Part.uses")
    public static final class Greatest extends WithParts {
        @Override
        double term(long atom) {
            return Collections.max(list, Comparator.comparing(Part::uses)).use();
        }
    }

    @Refused("Part.uses")
    public static final class CopiedMap extends WithParts {
        @Override
        double term(long atom) {
            double all = 0;
            for (Part each : new HashMap<>(map).values()) {
                all += each.use();
            }
            return all;
        }
    }

    @Refused("Part.uses")
    public static final class UnmodifiableMap extends WithParts {
        @Override
        double term(long atom) {
            return Map.copyOf(map).get(0).use();
        }
    }

    @Refused("Part.uses")
    public static final class FirstEntry extends WithParts {
        @Override
        double term(long atom) {
            return new TreeMap<>(map).firstEntry().getValue().use();
        }
    }

    @Refused("Part.uses")
    public static final class EntriesOfCopy extends WithParts {
        @Override
        double term(long atom) {
            double all = 0;
            for (Map.Entry<Integer, Part> each : new TreeMap<>(map).entrySet()) {
                all += each.getValue().use();
            }
            return all;
        }
    }

    @Refused("Part.uses")
    public static final class CopiedQueue extends WithParts {
        @Override
        double term(long atom) {
            return new ArrayDeque<>(list).poll().use();
        }
    }

    @Refused("Part.uses")
    public static final class QueueBackwards extends WithParts {
        private final ArrayDeque<Part> queue = new ArrayDeque<>(list);

        @Override
        double term(long atom) {
            return queue.descendingIterator().next().use();
        }
    }

    @Refused("Part.uses")
    public static final class CopiedByMethod extends WithParts {
        @Override
        double term(long atom) {
            return copied().get(0).use();
        }
    }

    @Refused("Part.uses")
    public static final class CopiedIntoGiven extends WithParts {
        @Override
        double term(long atom) {
            List<Part> copy = new ArrayList<>();
            copyInto(copy);
            return copy.get(1).use();
        }
    }

    @Refused("Part.uses")
    public static final class Regrouped extends WithParts {
        @Override
        double term(long atom) {
            Map<Long, List<Part>> groups = new HashMap<>();
            for (Part each : list) {
                groups.computeIfAbsent(atom % 3, it -> new ArrayList<>()).add(each);
            }
            return groups.get(atom % 3).get(0).use();
        }
    }

    @Refused("Part.uses")
    public static final class Nested extends WithParts {
        @Override
        double term(long atom) {
            Map<String, Part[]> copies = new HashMap<>();
            copies.put("all", array.clone());
            return copies.get("all")[0].use();
        }
    }

    @Refused("Part.uses")
    public static final class AddedByReference extends WithParts {
        @Override
        double term(long atom) {
            List<Part> copy = new ArrayList<>();
            list.forEach(copy::add);
            return copy.get(0).use();
        }
    }

    record Scored(Part part, double score) {}

    @Refused("Part.uses")
    public static final class InRecords extends WithParts {
        @Override
        double term(long atom) {
            List<Scored> scored = new ArrayList<>();
            for (Part each : list) {
                scored.add(new Scored(each, each.uses));
            }
            scored.sort(Comparator.comparingDouble(Scored::score));
            return scored.get(0).part().use();
        }
    }

    @Refused("Part.uses")
    public static final class InStreamedRecords extends WithParts {
        @Override
        double term(long atom) {
            return list.stream()
                    .map(it -> new Scored(it, it.uses))
                    .min(Comparator.comparingDouble(Scored::score))
                    .orElseThrow()
                    .part()
                    .use();
        }
    }

    /** An object that is made for one atom, of parts that are not. */
    static final class Round {
        private final List<Part> players;

        Round(Part... players) {
            this.players = new ArrayList<>(List.of(players));
        }

        double play() {
            return players.get(0).use();
        }
    }

    @Refused("Part.uses")
    public static final class InObjectOfAtom extends WithParts {
        @Override
        double term(long atom) {
            return new Round(array).play();
        }
    }

    @Refused("RowsOfClone.rows")
    public static final class RowsOfClone extends SumJob {
        private final double[][] rows = new double[2][2];

        @Override
        double term(long atom) {
            double[][] copy = rows.clone();
            copy[1][0] += 1;
            return copy[1][0] > 10 ? 2 : 1;
        }
    }

    @Refused("ListsOfCopy.lists")
    public static final class ListsOfCopy extends SumJob {
        private static final List<List<Double>> lists = List.of(new ArrayList<>());

        @Override
        double term(long atom) {
            List<List<Double>> copy = new ArrayList<>(lists);
            copy.get(0).add(1.0);
            return copy.get(0).size() > 10 ? 2 : 1;
        }
    }

    @Refused("Kind.uses")
    public static final class Values extends SumJob {
        @Override
        double term(long atom) {
            Kind.values()[0].uses++;
            return Kind.values()[0].uses > 10 ? 2 : 1;
        }
    }

    @Refused("Kind.uses")
    public static final class ValueOf extends SumJob {
        @Override
        double term(long atom) {
            return Kind.valueOf("FIRST").use();
        }
    }

    @Refused("Kind.uses")
    public static final class AllOfKind extends SumJob {
        @Override
        double term(long atom) {
            double all = 0;
            for (Kind each : EnumSet.allOf(Kind.class)) {
                all += each.use();
            }
            return all;
        }
    }

    @Refused("Kind.uses")
    public static final class ConstantsOfClass extends SumJob {
        @Override
        double term(long atom) {
            return Kind.class.getEnumConstants()[0].use();
        }
    }

    @Refused("Kind.uses")
    public static final class StreamOfKinds extends SumJob {
        @Override
        double term(long atom) {
            return Stream.of(Kind.values()).map(Kind::use).reduce(0.0, Double::sum);
        }
    }

    @Refused("Kind.uses")
    public static final class SortedKinds extends SumJob {
        @Override
        double term(long atom) {
            return Kind.sorted().get(0).use();
        }
    }
}
