package org.atomizable.core.agent;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.atomizable.api.Bytes;
import org.atomizable.api.JobSpec;
import org.atomizable.api.profile.Footprint;
import org.atomizable.api.profile.Profile;
import org.atomizable.api.subjob.Answer;
import org.atomizable.api.subjob.Outcome;
import org.atomizable.api.subjob.Subjob;
import org.atomizable.api.subjob.Variant;
import org.atomizable.api.window.Grant;
import org.atomizable.api.window.Slice;
import org.atomizable.api.window.SliceKind;
import org.atomizable.api.window.Window;
import org.atomizable.core.plan.Answers;
import org.atomizable.core.plan.Candidate;
import org.atomizable.core.plan.Candidates;
import org.atomizable.core.plan.Feasible;
import org.atomizable.core.plan.FirstLook;
import org.atomizable.core.plan.Materialized;
import org.atomizable.core.plan.OverheadLimit;
import org.atomizable.core.plan.Situation;
import org.atomizable.core.report.Attribution;
import org.atomizable.core.report.CutOff;
import org.atomizable.core.report.Seen;
import org.atomizable.profiler.profile.Grounds;
import org.atomizable.profiler.profile.JobProfile;

/**
 * The knowledge with which an agent decides: the job, its profile, and its progress. Every decision is a pure function of it.
 *
 * @param spec how much work the job is
 * @param profile what is known of the job's memory and time now
 * @param progress the job's progress
 * @param patience its patience with windows that are too short
 * @param waitingSince the end of its last grant, or the start of its wait
 * @param lastSlice the id of the slice on which it last ran
 */
record JobKnowledge(
        JobSpec spec,
        JobProfile profile,
        Progress progress,
        Patience patience,
        Instant waitingSince,
        Optional<String> lastSlice) {

    /** Returns the knowledge of a job that begins, or goes on, with an atom. */
    static JobKnowledge of(JobSpec spec, JobProfile profile, long nextAtom, Instant now) {
        return new JobKnowledge(spec, profile, Progress.startingAt(nextAtom), Patience.FRESH, now, Optional.empty());
    }

    JobKnowledge learning(JobProfile learned) {
        return new JobKnowledge(spec, learned, progress, patience, waitingSince, lastSlice);
    }

    JobKnowledge at(Progress reached) {
        return new JobKnowledge(spec, profile, reached, patience, waitingSince, lastSlice);
    }

    JobKnowledge waitingFrom(Instant now) {
        return new JobKnowledge(spec, profile, progress, patience, now, lastSlice);
    }

    JobKnowledge runningOn(Slice slice) {
        return new JobKnowledge(spec, profile, progress, patience, waitingSince, Optional.of(slice.id()));
    }

    /**
     * The profile as seen from the next atom, or a first look if nothing is known of the time of that.
     *
     * @param usable how much of a window can be used
     * @param hope of a job that starves
     */
    private Profile ahead(
            SliceKind kind, Bytes capacity, Duration usable, boolean cold, Hope hope, AgentOptions options) {
        return FirstLook.unlessKnown(
                profile,
                from(progress.nextAtom(), cold, hope),
                FirstLook.beforeLargerStage(spec, progress.nextAtom(), capacity),
                kind,
                capacity,
                usable,
                options.windows().firstLookLeast(),
                options.windows().firstLookLimit(),
                hope != Hope.NONE,
                options.promise());
    }

    private Profile ahead(Window window, AgentOptions options) {
        return ahead(
                window.slice().kind(),
                window.capacity(),
                window.length().minus(Feasible.LATE_START),
                false,
                Hope.NONE,
                options);
    }

    private Profile from(long atom, boolean cold, Hope hope) {
        Profile known = profile.from(spec, atom, cold);
        return hope.by(known);
    }

    long atomsLeft() {
        return spec.atomsLeft(progress.nextAtom());
    }

    /**
     * offer -> feasible -> variants -> score -> answer.
     *
     * @param warm whether the slice has a worker that has run a subjob of this job
     */
    Answer answer(Window window, Instant now, boolean warm, AgentOptions options) {
        boolean cold = !warm && !patience.warmsUp();
        Answer answer = answer(window, now, cold, Hope.NONE, options);
        return answer instanceof Answer.Silence && patience.hope() != Hope.NONE && !holdsOne(window, options)
                ? answer(window, now, cold, patience.hope(), options)
                : answer;
    }

    private Answer answer(Window window, Instant now, boolean cold, Hope hope, AgentOptions options) {
        boolean starving =
                Duration.between(waitingSince, now).compareTo(options.windows().starving()) > 0;
        OverheadLimit overheadLimit = patience.overheadLimit(options.windows().overheadLimit());
        Negotiation negotiation = options.negotiation();
        Duration startUp = cold ? startUpWithin(window, now) : Duration.ZERO;
        Duration usable = window.length().minus(startUp).minus(Feasible.LATE_START);
        Profile next = ahead(window.slice().kind(), window.capacity(), usable, cold, hope, options);
        Candidates.Ahead ahead = atom -> atom == progress.nextAtom() ? next : from(atom, cold, hope);
        Feasible feasible = Feasible.in(
                window,
                startUp,
                atomsLeft(),
                next,
                options.promise(),
                overheadLimit.forWholeWindow(negotiation.mode()),
                starving);
        if (feasible.atoms() == 0) {
            return new Answer.Silence(feasible.because());
        }
        List<Candidate> candidates = Candidates.of(
                window, progress.nextAtom(), feasible, atomsLeft(), ahead, options.promise(), overheadLimit.eta());
        List<Variant> variants = new Situation(atomsLeft(), spec.deadline(), lastSlice)
                .variants(candidates, window, negotiation.utility());
        return Answers.of(negotiation.mode(), variants, feasible.because());
    }

    /** Returns what of a window passes until a worker has started, if that was ever seen. */
    private Duration startUpWithin(Window window, Instant now) {
        Duration planned = StartUp.planned(profile);
        Duration early = Duration.between(now, window.opens());
        Duration within = early.isNegative() ? planned : planned.minus(early);
        return within.isNegative() ? Duration.ZERO : within;
    }

    /**
     * Returns what is known after a window was answered. A machine that was slow once makes bounds that no window has room for,
     * and then nothing better is ever seen; and windows may all be short. Where they stay too short, fewer and fewer of the old
     * times are believed, and more and more overhead is taken.
     */
    JobKnowledge answered(Window window, Answer answer, AgentOptions options) {
        return roomFor(window, options).answeredInTime(window, answer, options);
    }

    /** Where windows have too little memory, bounds that are not proved are lowered in steps, until one comes that has enough. */
    private JobKnowledge roomFor(Window window, AgentOptions options) {
        Room room = patience.room();
        Bytes capacity = window.capacity();
        boolean enough = room.mayHold(capacity)
                && !within(room.ever()).needs(window, options).exceeds(capacity);
        return with(enough ? room.enough() : room.tooSmall(capacity));
    }

    private JobKnowledge within(Bytes room) {
        return learning(profile.within(room));
    }

    private JobKnowledge with(Room room) {
        return new JobKnowledge(
                spec, profile.within(room.now()), progress, patience.with(room), waitingSince, lastSlice);
    }

    /** Returns what is known of a job that has no other places. */
    JobKnowledge in(Places places) {
        return with(Room.on(places.slices()));
    }

    private JobKnowledge answeredInTime(Window window, Answer answer, AgentOptions options) {
        Optional<Variant> best = answer.match(
                silence -> Optional.empty(),
                signal -> Optional.of(signal.best()),
                bid -> Optional.of(bid.variants().get(0)));
        if (best.isPresent() && holdsOne(window, options)) {
            Patience after = patience.longEnough(
                    best.get().footprint().overheadShare(), options.windows().overheadLimit());
            return new JobKnowledge(spec, profile, progress, after, waitingSince, lastSlice);
        }
        Patience left = lacksTime(window, options) ? patience.tooShort() : patience;
        JobProfile believed = left.isAtItsEnd() ? profile.withNewestTimes(left.believed()) : profile;
        return new JobKnowledge(spec, believed, progress, left.renewed(), waitingSince, lastSlice);
    }

    /** Tells whether a window is long enough for one atom by its bounds. What a job takes otherwise it takes in hope. */
    private boolean holdsOne(Window window, AgentOptions options) {
        Duration usable = window.length().minus(Feasible.LATE_START);
        return oneAtom(window, options).lease().compareTo(usable) <= 0;
    }

    /** Tells whether a window that nothing fits has the memory for one atom, so that it is time that lacks. */
    private boolean lacksTime(Window window, AgentOptions options) {
        return !needs(window, options).exceeds(window.capacity());
    }

    /** Returns how much memory the next atom may need on such a slice. */
    Bytes needs(Window window, AgentOptions options) {
        return oneAtom(window, options).memory().upper();
    }

    /** Returns what a subjob of the next atom alone may need on such a slice. */
    Footprint oneAtom(Window window, AgentOptions options) {
        return ahead(window, options).footprint(window.slice().kind(), 1, options.promise());
    }

    /**
     * grant -> materialize.
     *
     * @param warm whether its worker has run a subjob of this job
     */
    Materialized materialize(Grant grant, Instant now, boolean warm, AgentOptions options) {
        Materialized asItIs = built(grant, now, !warm, Hope.NONE, options);
        // A grant that is too short for a cold worker may still make it warm; the guard sees to it that it ends in
        // time.
        Materialized asIfWarm = fits(asItIs) || warm ? asItIs : built(grant, now, false, Hope.NONE, options);
        boolean starved = patience.hope() != Hope.NONE;
        if (fits(asIfWarm) && !(starved && isBare(asIfWarm))) {
            return asIfWarm;
        }
        // A job that starved may have been granted what it hoped for.
        Materialized hoped = built(grant, now, false, Hope.LITTLE, options);
        if (fits(asIfWarm)) {
            return atoms(hoped) > 1 ? hoped : asIfWarm;
        }
        return fits(hoped) ? hoped : built(grant, now, false, Hope.MUCH, options);
    }

    /** Tells whether it is a single atom with nothing to spare. */
    private static boolean isBare(Materialized made) {
        return made.match(built -> built.subjob().reserve().times() == 1, handBack -> false);
    }

    private static long atoms(Materialized made) {
        return made.match(built -> built.subjob().atoms(), handBack -> 0L);
    }

    private static boolean fits(Materialized made) {
        return made.match(built -> true, handBack -> false);
    }

    /** Tells whether nothing is known of the time of the job's next atom. */
    boolean looksFirst(Slice slice, boolean warm, AgentOptions options) {
        Footprint one = profile.from(spec, progress.nextAtom(), !warm).footprint(slice.kind(), 1, options.promise());
        return one.time().compareTo(JobProfile.UNKNOWN_TIME) >= 0;
    }

    /**
     * Returns on what the bounds of a subjob rest.
     *
     * @param warm whether its worker has run a subjob of this job
     */
    Grounds grounds(Subjob subjob, boolean warm, AgentOptions options) {
        SliceKind kind = subjob.grant().slice().kind();
        boolean first = looksFirst(subjob.grant().slice(), warm, options);
        // A cold worker may have been given a subjob by the bounds of a warm one.
        boolean cold = !warm
                && from(subjob.firstAtom(), true, Hope.NONE)
                        .footprint(kind, subjob.atoms(), options.promise())
                        .equals(subjob.footprint());
        Grounds known = profile.grounds(spec, subjob.firstAtom(), cold, kind, subjob.atoms(), options.promise());
        return known.by(subjob.footprint().memory().method(), first ? FirstLook.METHOD : known.timeMethod());
    }

    private Materialized built(Grant grant, Instant now, boolean cold, Hope hope, AgentOptions options) {
        Instant starts = now.isAfter(grant.starts()) ? now : grant.starts();
        Profile ahead = ahead(
                grant.slice().kind(), grant.capacity(), Duration.between(starts, grant.ends()), cold, hope, options);
        return Materialized.of(grant, now, progress.nextAtom(), atomsLeft(), ahead, options.promise());
    }

    /** Returns the atom that was cut off when a subjob's worker was stopped, if it was stopped in one. */
    Optional<CutOff> cutOff(Seen seen, Slice slice, AgentOptions options) {
        return seen.cutOff(profile, slice.kind(), options.promise());
    }

    /**
     * Returns how the job ends here, if it does.
     *
     * @param by whose fault it was, if the last subjob failed
     */
    Optional<AgentResult> verdict(Outcome last, Attribution by, Places places, AgentOptions options) {
        return progress.verdict(last, by, atomsLeft(), options)
                .or(() -> fitsNowhere(places.forEver(), options).map(progress::fitsNowhere));
    }

    /** Returns why no window that these slices can ever have holds one atom, if that is so. */
    Optional<String> fitsNowhere(Places places, AgentOptions options) {
        List<Slice> slices = places.slices();
        // A cluster without slices has lost them for a while.
        if (slices.isEmpty()
                || slices.stream().anyMatch(it -> oneAtomOn(it, places, options).atoms() > 0)) {
            return Optional.empty();
        }
        List<Feasible> each = slices.stream()
                .map(it -> within(it.memory()).oneAtomOn(it, places, options))
                .toList();
        if (each.stream().anyMatch(it -> it.atoms() > 0)) {
            return Optional.empty();
        }
        String why = IntStream.range(0, slices.size())
                .mapToObj(i -> slices.get(i).kind() + ": " + each.get(i).because())
                .distinct()
                .collect(Collectors.joining("; "));
        return Optional.of("no slice can hold one atom of job %s. %s".formatted(spec.name(), why));
    }

    private Feasible oneAtomOn(Slice slice, Places places, AgentOptions options) {
        Duration usable = places.longestWindow().minus(Feasible.LATE_START);
        return Feasible.in(
                slice.kind(),
                slice.memory(),
                places.longestWindow(),
                Duration.ZERO,
                1,
                ahead(slice.kind(), slice.memory(), usable, false, Hope.NONE, options),
                options.promise(),
                options.windows().overheadLimit(),
                true);
    }
}
