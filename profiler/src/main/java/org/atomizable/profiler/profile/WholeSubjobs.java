package org.atomizable.profiler.profile;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.atomizable.api.profile.Promise;
import org.atomizable.api.window.SliceKind;
import org.atomizable.profiler.fit.SubjobCurveBounds;
import org.atomizable.profiler.fit.SubjobCurves;
import org.atomizable.profiler.fit.Widening;

/**
 * The newest subjobs on one kind of slice, each as one observation.
 *
 * @param peaks of those that show what memory a subjob needs
 * @param times of those that show how long one takes
 */
record WholeSubjobs(SubjobCurves peaks, SubjobCurves times) {

    static final WholeSubjobs NONE = new WholeSubjobs(SubjobCurves.NONE, SubjobCurves.NONE);

    static Map<SliceKind, WholeSubjobs> extended(Map<SliceKind, WholeSubjobs> before, List<ObservedSubjob> newer) {
        Map<SliceKind, WholeSubjobs> after = new HashMap<>(before);
        newer.forEach(subjob -> subjob.kind()
                .ifPresent(
                        kind -> after.put(kind, after.getOrDefault(kind, NONE).plus(subjob))));
        return after;
    }

    private WholeSubjobs plus(ObservedSubjob subjob) {
        return new WholeSubjobs(
                subjob.peaks().map(peaks::plus).orElse(peaks),
                subjob.times().map(times::plus).orElse(times));
    }

    static Map<SliceKind, WholeSubjobs> withNewestTimes(Map<SliceKind, WholeSubjobs> all, int most) {
        Map<SliceKind, WholeSubjobs> newest = new HashMap<>();
        all.forEach((kind, subjobs) -> newest.put(kind, new WholeSubjobs(subjobs.peaks, subjobs.times.newest(most))));
        return newest;
    }

    SubjobCurveBounds peaksUnder(Promise promise, KeptPromises kept, Widening widening) {
        return peaks.under(promise.theta(), kept.asking(promise).theta(), promise.gamma(), widening);
    }

    SubjobCurveBounds timesUnder(Promise promise, KeptPromises kept) {
        return times.under(promise.epsilon(), kept.asking(promise).epsilon(), promise.gamma());
    }
}
