package org.atomizable.lab.simulate.colocation;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import org.atomizable.scheduler.colocation.packing.FreeSlice;
import org.atomizable.scheduler.colocation.packing.PackedJob;
import org.atomizable.scheduler.colocation.packing.Packer;
import org.atomizable.scheduler.colocation.packing.Packing;
import org.atomizable.scheduler.colocation.packing.PackingProblem;
import org.jgrapht.Graph;
import org.jgrapht.alg.matching.blossom.v5.KolmogorovWeightedPerfectMatching;
import org.jgrapht.alg.matching.blossom.v5.ObjectiveSense;
import org.jgrapht.graph.DefaultWeightedEdge;
import org.jgrapht.graph.SimpleWeightedGraph;

/**
 * Exact for sets of one or two on slices that are alike: a perfect matching of greatest weight (Blossom V, Kolmogorov 2009).
 *
 * <p>Each of m slices has two seats. The vertices are n jobs, 2m empty seats, and n places in a queue:
 *
 * <pre>{@code
 * job   - job    what both reach together        seat - seat   0: an empty slice
 * job   - seat   what the job reaches alone      queue - any   0: a job waits, or a seat is not needed
 * }</pre>
 *
 * <p>The queue takes n of the n + 2m others. So exactly m edges are left among jobs and seats: one for each slice.
 */
final class MatchingPacker implements Packer {

    @Override
    public Packing pack(PackingProblem problem) {
        if (problem.rules().largestSet() > 2) {
            throw new IllegalArgumentException("a matching makes sets of two at the most, was %s; use the greedy packer"
                    .formatted(problem.rules().largestSet()));
        }
        if (problem.slices().isEmpty() || problem.jobs().isEmpty()) {
            return Packing.of(problem, List.of());
        }
        FreeSlice slice = problem.slices().get(0);
        if (!problem.slices().stream().allMatch(it -> isLike(it, slice))) {
            throw new IllegalArgumentException("a matching needs slices of one kind and size; use the greedy packer");
        }
        Graph<Integer, DefaultWeightedEdge> graph = graph(problem, slice);
        var matching = new KolmogorovWeightedPerfectMatching<>(graph, ObjectiveSense.MAXIMIZE).getMatching();
        int jobs = problem.jobs().size();
        int seated = jobs + 2 * problem.slices().size();
        List<List<PackedJob>> sets = new ArrayList<>();
        for (DefaultWeightedEdge edge : matching.getEdges()) {
            int one = graph.getEdgeSource(edge);
            int other = graph.getEdgeTarget(edge);
            if (Math.max(one, other) < seated && Math.min(one, other) < jobs) {
                List<PackedJob> set = new ArrayList<>();
                set.add(problem.jobs().get(Math.min(one, other)));
                if (Math.max(one, other) < jobs) {
                    set.add(problem.jobs().get(Math.max(one, other)));
                }
                sets.add(set);
            }
        }
        return Packing.of(problem, sets);
    }

    private static boolean isLike(FreeSlice one, FreeSlice other) {
        return one.kind().equals(other.kind()) && one.capacity().equals(other.capacity());
    }

    private static Graph<Integer, DefaultWeightedEdge> graph(PackingProblem problem, FreeSlice slice) {
        Graph<Integer, DefaultWeightedEdge> graph = new SimpleWeightedGraph<>(DefaultWeightedEdge.class);
        int jobs = problem.jobs().size();
        int seated = jobs + 2 * problem.slices().size();
        for (int vertex = 0; vertex < seated + jobs; vertex++) {
            graph.addVertex(vertex);
            for (int other = 0; other < vertex; other++) {
                weight(problem, slice, other, vertex).ifPresent(edge(graph, other, vertex)::setWeight);
            }
        }
        return graph;
    }

    private record Edge(Graph<Integer, DefaultWeightedEdge> graph, int one, int other) {

        void setWeight(double weight) {
            graph.setEdgeWeight(graph.addEdge(one, other), weight);
        }
    }

    private static Edge edge(Graph<Integer, DefaultWeightedEdge> graph, int one, int other) {
        return new Edge(graph, one, other);
    }

    /** Returns the weight of an edge; {@code one} is the lower number. */
    private static OptionalDouble weight(PackingProblem problem, FreeSlice slice, int one, int other) {
        int jobs = problem.jobs().size();
        int seated = jobs + 2 * problem.slices().size();
        if (other >= seated) {
            return one < seated ? OptionalDouble.of(0) : OptionalDouble.empty();
        }
        if (one >= jobs) {
            return OptionalDouble.of(0);
        }
        PackedJob job = problem.jobs().get(one);
        if (other >= jobs) {
            return problem.worth(slice, List.of(job));
        }
        return problem.worth(slice, List.of(job, problem.jobs().get(other)));
    }
}
