package org.atomizable.testkit.check;

import java.io.IOException;
import java.util.Map;
import java.util.Optional;
import org.atomizable.api.Atomizable;
import org.atomizable.api.Bytes;
import org.atomizable.api.JobSpec;
import org.atomizable.api.Metric;
import org.atomizable.api.Shrinkable;
import org.atomizable.api.StateReader;
import org.atomizable.api.StateWriter;
import org.atomizable.core.run.JobSource;

/** A job as it is, of which a {@link Watch} knows what it does. */
final class JobOnTrial implements Atomizable, Metric.Source, Shrinkable {

    private final Atomizable job;
    private final Watch watch;
    private final String name;
    private boolean restored;
    private String since = "";

    private JobOnTrial(Atomizable job, Watch watch, String name) {
        this.job = job;
        this.watch = watch;
        this.name = name;
    }

    static Atomizable create(JobSource source, Watch watch) throws Exception {
        watch.begins("(no name yet)", "", "the creation of an instance");
        try {
            Atomizable job = source.create();
            watch.requireNew(job);
            return new JobOnTrial(job, watch, job.spec().name());
        } finally {
            watch.ended();
        }
    }

    /** Returns the author's own instance. */
    static Atomizable own(Atomizable job) {
        return job instanceof JobOnTrial it ? it.job : job;
    }

    static FieldImage fields(Atomizable job) {
        return FieldImage.of(own(job));
    }

    private void begins(String what) {
        watch.begins(name, job.getClass().getName(), what + since);
    }

    @Override
    public JobSpec spec() {
        return job.spec();
    }

    @Override
    public void run(long atom) throws Exception {
        if (restored) {
            since = ", in an instance that was restored before atom %s,".formatted(atom);
            restored = false;
        }
        begins("atom " + atom);
        try {
            job.run(atom);
        } finally {
            watch.ended();
        }
    }

    @Override
    public void save(StateWriter to) throws IOException {
        begins("save");
        try {
            job.save(to);
        } finally {
            watch.ended();
        }
    }

    @Override
    public void restore(StateReader from) throws IOException {
        restoreBefore(from, "restore");
    }

    /** Restores it, and says to a watch which cut that is. */
    static void restore(Atomizable job, StateReader from, long cut) throws IOException {
        if (job instanceof JobOnTrial it) {
            it.restoreBefore(from, "restore before atom " + cut);
        } else {
            job.restore(from);
        }
    }

    private void restoreBefore(StateReader from, String what) throws IOException {
        begins(what);
        try {
            job.restore(from);
            restored = true;
        } finally {
            watch.ended();
        }
    }

    @Override
    public boolean enough(long nextAtom) {
        begins("enough");
        try {
            return job.enough(nextAtom);
        } finally {
            watch.ended();
        }
    }

    @Override
    public Optional<Bytes> memoryUsed() {
        return job.memoryUsed();
    }

    @Override
    public Bytes shrink(Pressure pressure) throws Exception {
        begins("shrink");
        try {
            return job instanceof Shrinkable it ? it.shrink(pressure) : Bytes.ZERO;
        } finally {
            watch.ended();
        }
    }

    @Override
    public Map<String, String> notes() {
        return job.notes();
    }

    @Override
    public Optional<Metric> measure() throws Exception {
        begins("measure");
        try {
            return job instanceof Metric.Source it ? it.measure() : Optional.empty();
        } finally {
            watch.ended();
        }
    }

    @Override
    public Optional<Metric> evaluate() throws Exception {
        begins("evaluate");
        try {
            return job.evaluate();
        } finally {
            watch.ended();
        }
    }

    @Override
    public void close() {
        begins("close");
        try {
            job.close();
        } finally {
            watch.ended();
        }
    }
}
