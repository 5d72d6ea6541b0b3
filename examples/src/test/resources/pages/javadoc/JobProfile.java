import java.time.Duration;
import java.util.*;
import org.atomizable.api.*;
import org.atomizable.api.profile.*;
import org.atomizable.api.window.SliceKind;
import org.atomizable.profiler.profile.JobProfile;

public class JobProfileExample {
    static final SliceKind kind = new SliceKind("1g.10gb");

    static List<Sample> samples(int count) {
        List<Sample> samples = new ArrayList<>();
        for (Phase phase : List.of(Phase.RESTORE, Phase.WARM_UP, Phase.STEADY, Phase.CHECKPOINT)) {
            for (int i = 0; i < count; i++) {
                samples.add(new Sample(kind, phase, Duration.ofMillis(100 + i % 7), Bytes.mebi(100 + i % 5), false));
            }
        }
        return samples;
    }

    record Job(JobSpec spec) {}

    public static void main(String[] args) {
        Job job = new Job(JobSpec.of("example", 1000));
        List<Sample> samples = samples(200);
        List<Sample> samplesOfTheSubjob = samples(20);
        Bytes capacity = Bytes.gibi(9);
        Duration length = Duration.ofMinutes(1);
        long next = 0;
        // block 1
        if (atoms < 100 || atoms > 600) throw new AssertionError(atoms + " atoms");
    }
}
