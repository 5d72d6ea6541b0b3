package org.atomizable.core.catalogue;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.atomizable.api.StateReader;
import org.atomizable.api.StateWriter;

/** Jobs whose atoms change copies and what they put into them themselves, or objects that are saved. */
final class RightCopies {

    private RightCopies() {}

    /** It changes, but no atom keeps it. */
    static final class Cell {
        private double value;

        Cell() {}

        Cell(double value) {
            this.value = value;
        }

        double add(double more) {
            value += more;
            return value;
        }

        double value() {
            return value;
        }
    }

    record Sample(String name, double value) {}

    enum Level {
        LOW,
        HIGH
    }

    /** Copies of numbers and of values that never change, which are then themselves changed. */
    public static final class CopiesOfValues extends SumJob {
        private static final List<Sample> SAMPLES = List.of(new Sample("b", 1), new Sample("a", 2), new Sample("b", 4));
        private static final String[] NAMES = {"c", "a", "b"};
        private final double[] weights = {3, 1, 2};
        private final Map<String, Double> rates = new HashMap<>(Map.of("a", 1.0, "b", 2.0));

        @Override
        double term(long atom) {
            double[] numbers = weights.clone();
            numbers[0] += atom;
            Arrays.sort(numbers);
            String[] names = Arrays.copyOf(NAMES, 3);
            names[1] = "d";
            Arrays.sort(names);
            Map<String, Double> changed = new TreeMap<>(rates);
            changed.merge("a", 1.0, Double::sum);
            for (Map.Entry<String, Double> each : changed.entrySet()) {
                each.setValue(each.getValue() + 1);
            }
            return numbers[1] + names[0].length() + changed.get("a") + ordered(atom) + grouped();
        }

        private static double ordered(long atom) {
            List<Sample> samples = new ArrayList<>(SAMPLES);
            samples.add(new Sample("z", atom));
            samples.sort(Comparator.comparingDouble(Sample::value));
            Collections.reverse(samples);
            ArrayDeque<Sample> queue = new ArrayDeque<>(samples);
            queue.addLast(queue.poll());
            return samples.get(0).value() + queue.peek().value();
        }

        private static double grouped() {
            Map<String, List<Sample>> byName = SAMPLES.stream().collect(Collectors.groupingBy(Sample::name));
            byName.get("b").sort(Comparator.comparingDouble(Sample::value).reversed());
            Map<String, List<Double>> values = new HashMap<>();
            for (Sample each : SAMPLES) {
                values.computeIfAbsent(each.name(), it -> new ArrayList<>()).add(each.value());
            }
            return byName.get("b").get(0).value() + values.get("b").size();
        }
    }

    /** Matrices that are copied with their rows. */
    public static final class DeepCopies extends SumJob {
        private static final double[][] MATRIX = {{1, 2}, {3, 4}};
        private static final List<double[]> ROWS = List.of(new double[] {1, 2}, new double[] {3});
        private static final Map<String, List<Double>> LISTS = Map.of("a", List.of(1.0), "b", List.of());

        @Override
        double term(long atom) {
            return ofArrays(atom) + ofLists(atom);
        }

        private static double ofArrays(long atom) {
            double[][] byLoop = new double[2][];
            for (int i = 0; i < 2; i++) {
                byLoop[i] = MATRIX[i].clone();
            }
            byLoop[0][0] += atom;
            double[][] inPlace = MATRIX.clone();
            for (int i = 0; i < inPlace.length; i++) {
                inPlace[i] = inPlace[i].clone();
            }
            inPlace[1][1] -= atom;
            double[][] byStream = Stream.of(MATRIX).map(double[]::clone).toArray(double[][]::new);
            byStream[1][0] *= 2;
            double[][] bySetting = new double[2][];
            Arrays.setAll(bySetting, it -> ROWS.get(it).clone());
            bySetting[1][0] = atom;
            double[][] byMethod = copyOf(MATRIX);
            byMethod[0][1]++;
            return byLoop[0][0] + inPlace[1][1] + byStream[1][0] + bySetting[1][0] + byMethod[0][1];
        }

        private static double ofLists(long atom) {
            List<double[]> listed = new ArrayList<>();
            ROWS.forEach(it -> listed.add(Arrays.copyOf(it, 3)));
            listed.get(0)[2] = atom;
            List<double[]> replaced = new ArrayList<>(ROWS);
            replaced.replaceAll(double[]::clone);
            replaced.get(1)[0] += atom;
            Map<String, List<Double>> byLoop = new TreeMap<>();
            for (String each : LISTS.keySet()) {
                byLoop.put(each, new ArrayList<>(LISTS.get(each)));
            }
            byLoop.get("a").add(1.0);
            Map<String, List<Double>> byStream = LISTS.entrySet().stream()
                    .collect(Collectors.toMap(Map.Entry::getKey, it -> new ArrayList<>(it.getValue())));
            byStream.get("b").add(2.0);
            return listed.get(0)[2]
                    + replaced.get(1)[0]
                    + byLoop.get("a").size()
                    + byStream.get("b").size();
        }

        private static double[][] copyOf(double[][] matrix) {
            double[][] copy = new double[matrix.length][];
            for (int i = 0; i < matrix.length; i++) {
                copy[i] = Arrays.copyOf(matrix[i], matrix[i].length);
            }
            return copy;
        }
    }

    /** Objects that are made by the atom that changes them. */
    public static final class FreshElements extends SumJob {
        private static final List<String> NAMES = new ArrayList<>(List.of("a", "bc", "def"));
        private final Sample[] samples = {new Sample("x", 1), new Sample("y", 2)};

        @Override
        double term(long atom) {
            List<Cell> cells = new ArrayList<>();
            cells.add(new Cell());
            cells.get(0).add(atom);
            List<Cell> ofNames = NAMES.stream().map(it -> new Cell(it.length())).toList();
            ofNames.forEach(it -> it.add(1));
            Cell first = Stream.of(samples)
                    .map(Sample::value)
                    .map(Cell::new)
                    .toList()
                    .get(0);
            Map<Level, Cell> levels = new EnumMap<>(Level.class);
            levels.put(Level.LOW, new Cell(1));
            levels.get(Level.LOW).add(atom);
            Map<Sample, Cell> ofSamples = new HashMap<>();
            for (Sample each : samples) {
                ofSamples.put(each, new Cell(each.value()));
            }
            for (Cell each : ofSamples.values()) {
                each.add(2);
            }
            return new ArrayList<>(cells).get(0).add(1) + ofNames.get(2).value() + first.add(2) + ofAll();
        }

        private double ofAll() {
            Map<String, Cell> named = Stream.of(samples)
                    .collect(Collectors.toMap(Sample::name, it -> new Cell(it.value()), (a, b) -> a, TreeMap::new));
            PriorityQueue<Cell> queue = new PriorityQueue<>(Comparator.comparing(Cell::value));
            queue.addAll(named.values());
            queue.add(made().get(0));
            return queue.poll().add(1)
                    + Collections.max(queue, Comparator.comparing(Cell::value)).add(1);
        }

        private List<Cell> made() {
            List<Cell> made = new ArrayList<>();
            for (Sample each : samples) {
                made.add(new Cell(each.value()));
            }
            return made;
        }
    }

    /** It belongs to one atom, as the cells do that it makes; what it is given only tells how. */
    static final class Grid {
        private final List<Sample> samples;
        private final List<Cell> cells;
        private final double[] sums;

        Grid(Sample... samples) {
            this.samples = new ArrayList<>(List.of(samples));
            this.cells = new ArrayList<>(
                    this.samples.stream().map(it -> new Cell(it.value())).toList());
            this.sums = new double[samples.length];
        }

        double sum(double more) {
            samples.remove(0);
            for (int i = 0; i < sums.length; i++) {
                sums[i] += cells.get(i).add(more) + samples.size();
            }
            return sums[0] + sums[1];
        }
    }

    public static final class OwnObjects extends SumJob {
        private static final Sample[] SAMPLES = {new Sample("x", 1), new Sample("y", 2)};

        @Override
        double term(long atom) {
            return new Grid(SAMPLES).sum(atom);
        }
    }

    static final class Node {
        private final List<Node> next = new ArrayList<>();

        Node to(Node other) {
            next.add(other);
            return this;
        }
    }

    /** Its nodes are old, and what an atom notes of each is new. */
    public static final class Searches extends SumJob {
        private static final List<Node> GRAPH = List.of(new Node().to(new Node().to(new Node())), new Node());

        @Override
        double term(long atom) {
            Map<Node, Cell> distances = new HashMap<>(Map.of(GRAPH.get(0), new Cell(1)));
            ArrayDeque<Node> open = new ArrayDeque<>(GRAPH);
            List<List<Node>> paths = new ArrayList<>(List.of(new ArrayList<>(GRAPH)));
            while (!open.isEmpty()) {
                Node node = open.poll();
                List<Node> path = new ArrayList<>(paths.get(0));
                path.add(node);
                paths.add(path);
                distances.computeIfAbsent(node, it -> new Cell()).add(atom);
                open.addAll(node.next);
            }
            paths.get(1).add(GRAPH.get(1));
            return distances.get(GRAPH.get(0)).value()
                    + distances.size()
                    + paths.get(1).size();
        }
    }

    record Setting(List<String> names, double[] weights) {
        Setting with(String name) {
            List<String> more = new ArrayList<>(names);
            more.add(name);
            return new Setting(more, weights.clone());
        }
    }

    static final class Group {
        private Group parent = this;
        private int size = 1;

        Group root() {
            Group root = this;
            while (root.parent != root) {
                root = root.parent;
            }
            return root;
        }

        void join(Group other) {
            other.root().parent = root();
            root().size++;
        }
    }

    /** Copies of values that are made of parts, by their own methods. */
    public static final class MadeOfOld extends SumJob {
        private static final Setting SETTING = new Setting(List.of("a"), new double[] {1});
        private static final Map<String, Map<String, Double>> TABLE = new TreeMap<>(Map.of("a", Map.of("b", 1.0)));

        @Override
        double term(long atom) {
            Setting changed = SETTING.with("b").with("c");
            changed.names().add("d");
            changed.weights()[0] += atom;
            Map<String, Map<String, Double>> copy = new TreeMap<>();
            TABLE.forEach((name, row) -> copy.put(name, new TreeMap<>(row)));
            for (Map.Entry<String, Map<String, Double>> each : TABLE.entrySet()) {
                copy.put(each.getKey(), new TreeMap<>(each.getValue()));
                copy.get(each.getKey()).merge("b", 1.0, Double::sum);
            }
            Map<String, Group> groups = new HashMap<>();
            SETTING.with("b").names().forEach(it -> groups.put(it, new Group()));
            groups.get("a").join(groups.get("b"));
            return changed.names().size()
                    + changed.weights()[0]
                    + copy.get("a").get("b")
                    + groups.get("b").root().size;
        }
    }

    static final class Particle implements Cloneable {
        private double[] place = {1, 2};
        private double speed;

        Particle copy() {
            try {
                Particle copy = (Particle) clone();
                copy.place = place.clone();
                return copy;
            } catch (CloneNotSupportedException e) {
                throw new IllegalStateException(e);
            }
        }

        double move(double by) {
            speed += by;
            place[0] += speed;
            return place[0];
        }
    }

    public static final class OwnCopies extends SumJob {
        private static final Particle[] START = {new Particle(), new Particle()};
        private static final int[][] TABLE = {{1, 2}, {3, 4}};

        @Override
        double term(long atom) {
            List<Particle> copies = Stream.of(START).map(Particle::copy).collect(Collectors.toList());
            copies.forEach(it -> it.move(atom));
            int[][] table = new int[2][2];
            for (int i = 0; i < 2; i++) {
                System.arraycopy(TABLE[i], 0, table[i], 0, 2);
            }
            table[1][0]++;
            return copies.get(1).move(1) + START[0].copy().move(2) + table[1][0];
        }
    }

    /** A function in a field makes a new array each time. */
    public static final class Supplied extends SumJob {
        private final Function<Integer, double[]> maker = double[]::new;

        @Override
        double term(long atom) {
            double[] made = maker.apply(2);
            made[1] += atom;
            return made[1];
        }
    }

    /** What the copies share is saved. */
    public static final class SavedElements extends SumJob {
        private final Cell[] cells = {new Cell(1), new Cell(2)};
        private final List<Cell> list = List.of(cells);
        private final double[][] rows = {{1}, {2}};

        @Override
        double term(long atom) {
            rows.clone()[0][0] += 1;
            list.stream().filter(it -> it.value > 0).forEach(it -> it.add(atom));
            return cells.clone()[1].add(1) + new ArrayList<>(list).get(0).add(2) + rows[0][0];
        }

        @Override
        public void save(StateWriter to) throws IOException {
            super.save(to);
            to.doubles("cells", cells[0].value, cells[1].value);
            to.doubles("rows", rows[0][0], rows[1][0]);
        }

        @Override
        public void restore(StateReader from) throws IOException {
            super.restore(from);
            double[] values = from.doubles("cells");
            cells[0].value = values[0];
            cells[1].value = values[1];
            double[] saved = from.doubles("rows");
            rows[0][0] = saved[0];
            rows[1][0] = saved[1];
        }
    }
}
