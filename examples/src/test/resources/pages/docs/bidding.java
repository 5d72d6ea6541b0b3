import java.util.Map;
import org.atomizable.api.subjob.Mode;
import org.atomizable.api.score.*;
import org.atomizable.core.agent.*;

public class BiddingPage {
    static AgentOptions one() {
        // block 1
        return options;
    }

    static Utility another() {
        // block 2
        return deadlineFirst;
    }

    public static void main(String[] args) {
        require(one().negotiation().mode() == Mode.JASDA);
        Features<JobFeature> near = new Features<>(Map.of(JobFeature.DEADLINE_PRESSURE, 0.9, JobFeature.PROGRESS, 0.1));
        Features<JobFeature> far = new Features<>(Map.of(JobFeature.DEADLINE_PRESSURE, 0.2, JobFeature.PROGRESS, 0.6));
        require(another().of(near) == 0.9);
        require(another().of(far) == Utility.USUAL.of(far));
    }

    static void require(boolean holds) {
        if (!holds) throw new AssertionError();
    }
}
