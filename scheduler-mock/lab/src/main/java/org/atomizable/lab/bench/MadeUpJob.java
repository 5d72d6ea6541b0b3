package org.atomizable.lab.bench;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.atomizable.api.score.Features;
import org.atomizable.api.score.JobFeature;
import org.atomizable.api.score.Utility;
import org.atomizable.api.wire.AcceptMessage;
import org.atomizable.api.wire.BidMessage;
import org.atomizable.api.wire.HeartbeatMessage;
import org.atomizable.api.wire.JobRegistration;
import org.atomizable.api.wire.ReportMessage;
import org.atomizable.api.wire.VariantMessage;
import org.jspecify.annotations.Nullable;

/** A job of atoms of one length that runs nowhere: what it would bid and run. Safe for use by several threads. */
final class MadeUpJob {

    /** Bound of a subjob's peak, and of what it is granted at the least. */
    private static final long MEMORY = 2L << 30;

    private static final double ATOM_SECONDS = 0.05;

    /** For restoring and the checkpoint. */
    private static final double OVERHEAD_SECONDS = 0.3;

    private final String name;
    private final String tenant;
    private final long totalAtoms;
    private final double slackSeconds;
    private long planned;

    /**
     * Makes one.
     *
     * @param slackSeconds by how much a subjob's bound is above what it takes
     * @param nextAtom where it goes on
     */
    MadeUpJob(String name, String tenant, long totalAtoms, long nextAtom, double slackSeconds) {
        this.name = name;
        this.tenant = tenant;
        this.totalAtoms = totalAtoms;
        this.planned = nextAtom;
        this.slackSeconds = slackSeconds;
    }

    /**
     * The work of the job in a grant.
     *
     * @param atoms none if the grant is handed back
     */
    record Subjob(long firstAtom, long atoms, boolean last) {

        double usefulSeconds() {
            return atoms * ATOM_SECONDS;
        }

        double totalSeconds() {
            return atoms == 0 ? 0 : usefulSeconds() + OVERHEAD_SECONDS;
        }

        long nextAtom() {
            return firstAtom + atoms;
        }

        AcceptMessage acceptance() {
            return new AcceptMessage(firstAtom, atoms, MEMORY, "declared", 0, totalSeconds());
        }

        HeartbeatMessage beat() {
            return new HeartbeatMessage(firstAtom, MEMORY);
        }

        ReportMessage report() {
            String outcome = atoms == 0 ? "handed-back" : last ? "finished" : "yielded";
            return new ReportMessage(outcome, "time", "", nextAtom(), 0, usefulSeconds(), 0, totalSeconds(), MEMORY);
        }
    }

    /** Returns how it registers, now. */
    synchronized JobRegistration registration(@Nullable String ofTenant) {
        return new JobRegistration(name, "jasda", ofTenant, 0, null, totalAtoms, planned);
    }

    String name() {
        return name;
    }

    String tenant() {
        return tenant;
    }

    /** Returns what it bids for a window: all of it, its first half, its second, and that after the first. */
    synchronized BidMessage bid(String id, double lengthSeconds, long capacity) {
        List<VariantMessage> variants = new ArrayList<>();
        double half = lengthSeconds / 2;
        add(variants, "whole", null, planned, 0, lengthSeconds, capacity);
        add(variants, "first", null, planned, 0, half, capacity);
        add(variants, "second", null, planned, half, lengthSeconds, capacity);
        add(variants, "then", "first", planned + fitting(half, planned), half, lengthSeconds, capacity);
        return new BidMessage(id, variants, variants.isEmpty() ? "too short" : "fits");
    }

    private void add(
            List<VariantMessage> variants,
            String id,
            @Nullable String after,
            long first,
            double from,
            double to,
            long capacity) {
        long atoms = fitting(to - from, first);
        if (atoms < 1 || capacity < MEMORY) {
            return;
        }
        double useful = atoms * ATOM_SECONDS;
        // No more than it needs, so that others can have the rest.
        double length = Math.min(to - from, useful + OVERHEAD_SECONDS + slackSeconds);
        Map<JobFeature, Double> features = new EnumMap<>(JobFeature.class);
        features.put(JobFeature.PROGRESS, (double) atoms / (totalAtoms - first));
        features.put(JobFeature.USEFUL_SHARE, useful / length);
        features.put(JobFeature.HEADROOM, 1 - (double) MEMORY / capacity);
        Map<String, Double> named = new TreeMap<>();
        features.forEach((feature, value) -> named.put(feature.word(), value));
        variants.add(new VariantMessage(
                id,
                after,
                first,
                atoms,
                from,
                from + length,
                MEMORY,
                "declared",
                useful,
                named,
                Utility.USUAL.of(new Features<>(features))));
    }

    /**
     * Makes the subjob that it runs for a grant.
     *
     * @param leftSeconds until the grant ends
     * @param early whether it stops half way, as at a safe point
     */
    synchronized Subjob subjob(double leftSeconds, boolean early) {
        long atoms = fitting(leftSeconds, planned);
        if (early && atoms > 1) {
            atoms /= 2;
        }
        Subjob subjob = new Subjob(planned, atoms, atoms > 0 && planned + atoms == totalAtoms);
        planned += atoms;
        return subjob;
    }

    private long fitting(double seconds, long first) {
        double room = (seconds - OVERHEAD_SECONDS - slackSeconds) / ATOM_SECONDS;
        return Math.max(0, Math.min((long) Math.floor(room + 1e-9), totalAtoms - first));
    }
}
