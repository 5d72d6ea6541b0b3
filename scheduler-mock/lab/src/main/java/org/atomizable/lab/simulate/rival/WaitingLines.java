package org.atomizable.lab.simulate.rival;

import java.util.Arrays;

/**
 * Waiting tasks, in one line for each size of slice. A line is in the order of its keys and finds the first task that some rest of a hole
 * satisfies. Every operation takes time logarithmic in the number of waiting tasks.
 *
 * <p>A line is a treap: a search tree by key and a heap by a number that is hashed from the index of the task, so that the tree is the same
 * in every run. Each node knows the least demand below it.
 */
final class WaitingLines {

    private static final int NONE = -1;

    private final int[] roots;
    private final int[] left;
    private final int[] right;
    private final double[] keys;
    private final long[] ties;
    private final double[] demands;
    private final double[] leastBelow;
    private long added;

    WaitingLines(int lines, int tasks) {
        this.roots = new int[lines];
        Arrays.fill(roots, NONE);
        this.left = new int[tasks];
        this.right = new int[tasks];
        this.keys = new double[tasks];
        this.ties = new long[tasks];
        this.demands = new double[tasks];
        this.leastBelow = new double[tasks];
    }

    /** Puts a task into a line; behind those with the same key. */
    void add(int line, int task, double key, double demand) {
        keys[task] = key;
        ties[task] = added++;
        demands[task] = demand;
        left[task] = NONE;
        right[task] = NONE;
        renew(task);
        roots[line] = inserted(roots[line], task);
    }

    void remove(int line, int task) {
        roots[line] = removed(roots[line], task);
    }

    /** Returns the first task of a line, or -1. */
    int first(int line) {
        return firstWithin(line, Double.POSITIVE_INFINITY);
    }

    /** Returns the first task of a line that demands no more than this, or -1. */
    int firstWithin(int line, double most) {
        int at = roots[line];
        if (at == NONE || leastBelow[at] > most) {
            return NONE;
        }
        while (true) {
            if (left[at] != NONE && leastBelow[left[at]] <= most) {
                at = left[at];
            } else if (demands[at] <= most) {
                return at;
            } else {
                at = right[at];
            }
        }
    }

    boolean isBefore(int one, int other) {
        int order = Double.compare(keys[one], keys[other]);
        return order != 0 ? order < 0 : ties[one] < ties[other];
    }

    private int inserted(int root, int task) {
        if (root == NONE) {
            return task;
        }
        if (isAbove(task, root)) {
            split(root, task);
            return task;
        }
        if (isBefore(task, root)) {
            left[root] = inserted(left[root], task);
        } else {
            right[root] = inserted(right[root], task);
        }
        renew(root);
        return root;
    }

    /** Makes the task the root of everything below another one. */
    private void split(int root, int task) {
        int before = NONE;
        int after = NONE;
        int at = root;
        // Both sides are collected along the way down, as the ends of two chains.
        int[] path = new int[64];
        int depth = 0;
        while (at != NONE) {
            if (depth == path.length) {
                path = Arrays.copyOf(path, 2 * depth);
            }
            path[depth++] = at;
            at = isBefore(at, task) ? right[at] : left[at];
        }
        while (depth > 0) {
            int each = path[--depth];
            if (isBefore(each, task)) {
                right[each] = before;
                before = each;
            } else {
                left[each] = after;
                after = each;
            }
            renew(each);
        }
        left[task] = before;
        right[task] = after;
        renew(task);
    }

    private int removed(int root, int task) {
        if (root == task) {
            return merged(left[task], right[task]);
        }
        if (isBefore(task, root)) {
            left[root] = removed(left[root], task);
        } else {
            right[root] = removed(right[root], task);
        }
        renew(root);
        return root;
    }

    private int merged(int before, int after) {
        if (before == NONE || after == NONE) {
            return before == NONE ? after : before;
        }
        int root = isAbove(before, after) ? before : after;
        if (root == before) {
            right[root] = merged(right[root], after);
        } else {
            left[root] = merged(before, left[root]);
        }
        renew(root);
        return root;
    }

    private void renew(int node) {
        double least = demands[node];
        least = left[node] == NONE ? least : Math.min(least, leastBelow[left[node]]);
        leastBelow[node] = right[node] == NONE ? least : Math.min(least, leastBelow[right[node]]);
    }

    private static boolean isAbove(int one, int other) {
        long first = height(one);
        long second = height(other);
        return first != second ? first > second : one > other;
    }

    /** The finalizer of SplitMix64. */
    private static long height(int task) {
        long mixed = (task + 1L) * 0x9E3779B97F4A7C15L;
        mixed = (mixed ^ (mixed >>> 30)) * 0xBF58476D1CE4E5B9L;
        mixed = (mixed ^ (mixed >>> 27)) * 0x94D049BB133111EBL;
        return mixed ^ (mixed >>> 31);
    }
}
