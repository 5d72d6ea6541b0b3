package org.atomizable.examples.annotated;

import java.util.ArrayList;
import java.util.List;
import org.atomizable.api.annotation.Atom;
import org.atomizable.api.annotation.AtomizedJob;
import org.atomizable.api.annotation.Evaluate;
import org.atomizable.api.annotation.Phase;
import org.atomizable.api.annotation.State;
import org.atomizable.core.state.SavableRandom;
import org.atomizable.examples.names.NameSet;
import org.atomizable.examples.names.NamedConcept;

/** Groups names by how often each letter occurs in them: k-means, with a batch of names per atom. */
@AtomizedJob(name = "name-clusters", atoms = 400, memory = "64MiB", traits = "batch=256")
class NameClusters {

    private static final int CLUSTERS = 8;
    private static final int BATCH = 256;
    private static final int LETTERS = 27;

    /** The shares of 27 letters in each name; transient, because every process reads them anew. */
    private final transient List<double[]> names = NameSet.ofThisJdk().train().stream()
            .map(NamedConcept::name)
            .map(NameClusters::letters)
            .toList();

    @State
    final double[][] centers =
            names.stream().limit(CLUSTERS).map(double[]::clone).toArray(double[][]::new);

    @State
    final long[] sizes = new long[CLUSTERS];

    @State
    final List<Double> distances = new ArrayList<>();

    @State
    final SavableRandom random = new SavableRandom(7);

    @Atom
    void batch() {
        for (int i = 0; i < BATCH; i++) {
            double[] name = names.get(random.nextInt(names.size()));
            int cluster = nearest(name);
            double step = 1.0 / ++sizes[cluster];
            for (int letter = 0; letter < LETTERS; letter++) {
                centers[cluster][letter] += step * (name[letter] - centers[cluster][letter]);
            }
        }
    }

    @Phase(value = "evaluation", every = 50)
    void measure() {
        distances.add(distance());
    }

    /** Returns the mean squared distance of a name from the center of its cluster. */
    @Evaluate
    double distance() {
        return names.stream()
                        .mapToDouble(it -> squares(it, centers[nearest(it)]))
                        .sum()
                / names.size();
    }

    private int nearest(double[] name) {
        int nearest = 0;
        for (int cluster = 1; cluster < CLUSTERS; cluster++) {
            if (squares(name, centers[cluster]) < squares(name, centers[nearest])) {
                nearest = cluster;
            }
        }
        return nearest;
    }

    private static double squares(double[] a, double[] b) {
        double sum = 0;
        for (int i = 0; i < a.length; i++) {
            sum += (a[i] - b[i]) * (a[i] - b[i]);
        }
        return sum;
    }

    private static double[] letters(String name) {
        double[] shares = new double[LETTERS];
        for (int i = 0; i < name.length(); i++) {
            char letter = Character.toLowerCase(name.charAt(i));
            shares[letter >= 'a' && letter <= 'z' ? letter - 'a' : LETTERS - 1] += 1.0 / name.length();
        }
        return shares;
    }
}
