package org.atomizable.scheduler.server;

import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.atomizable.api.Shrinkable.Pressure;
import org.atomizable.api.score.JobFeature;
import org.atomizable.api.subjob.Mode;
import org.atomizable.api.wire.EventMessage;
import org.atomizable.api.wire.ExplainedBid;
import org.atomizable.api.wire.GrantRevoked;
import org.atomizable.api.wire.JobEnded;
import org.atomizable.api.wire.JobRegistration;
import org.atomizable.api.wire.JobView;
import org.atomizable.api.wire.PressureMessage;
import org.atomizable.api.wire.PressureTold;
import org.atomizable.api.wire.ReportMessage;
import org.atomizable.api.wire.TimelineEntry;
import org.atomizable.api.wire.VariantMessage;
import org.atomizable.scheduler.market.TimelineSpan;
import org.atomizable.scheduler.market.job.JobEnd;
import org.atomizable.scheduler.market.job.JobState;
import org.atomizable.scheduler.score.SchedulerFeature;

/** Properties of messages whose text is one of a closed set of words; of maps, their keys. */
final class Words {

    private record Property(Class<?> message, String name) {}

    private static final List<String> MODES = lowerCase(Mode.values());
    private static final List<String> JOB_FEATURES =
            Arrays.stream(JobFeature.values()).map(JobFeature::word).toList();

    private static final Map<Property, List<String>> CLOSED = Map.of(
            new Property(JobRegistration.class, "mode"), MODES,
            new Property(JobView.class, "mode"), MODES,
            new Property(JobView.class, "state"), lowerCase(JobState.values()),
            new Property(EventMessage.class, "type"), eventTypes(),
            new Property(GrantRevoked.class, "why"), List.of("silent", "scheduler-away", "out-of-memory", "withdrawn"),
            new Property(TimelineEntry.class, "kind"), lowerCase(TimelineSpan.Kind.values()),
            new Property(ReportMessage.class, "outcome"), List.of("finished", "yielded", "failed", "handed-back"),
            new Property(VariantMessage.class, "features"), JOB_FEATURES,
            new Property(ExplainedBid.class, "features"), JOB_FEATURES,
            new Property(ExplainedBid.class, "schedulerFeatures"),
                    Arrays.stream(SchedulerFeature.values())
                            .map(SchedulerFeature::word)
                            .toList());

    private static final Map<Property, List<String>> OF_THE_SERVER = Map.of(
            new Property(PressureMessage.class, "level"), lowerCase(Pressure.Level.values()),
            new Property(PressureTold.class, "order"),
                    List.of("shrink", "suspend", "freeze", "carry-on", "kill", "rank"),
            new Property(JobEnded.class, "how"), lowerCase(JobEnd.How.values()),
            new Property(Health.class, "status"), List.of("ok", "ready"),
            new Property(DashboardView.class, "role"), List.of("tenant", "operator", "viewer", "anybody"),
            new Property(Piece.class, "kind"), lowerCase(TimelineSpan.Kind.values()),
            new Property(JobPage.JobRow.class, "state"), lowerCase(JobState.values()),
            new Property(JobPage.JobRow.class, "mode"), MODES,
            new Property(BoundView.class, "assurance"), BoundView.words(),
            new Property(SubjobView.class, "outcome"),
                    List.of(
                            "granted",
                            "running",
                            "finished",
                            "yielded",
                            "failed",
                            "handed-back",
                            "awaited",
                            "cut",
                            "overrun",
                            "silent",
                            "scheduler-away",
                            "out-of-memory",
                            "withdrawn"));

    private Words() {}

    /** Returns the words that a property may hold; empty if it may hold any text. */
    static Optional<List<String>> of(Class<?> message, String property) {
        Property asked = new Property(message, property);
        return Optional.ofNullable(CLOSED.get(asked)).or(() -> Optional.ofNullable(OF_THE_SERVER.get(asked)));
    }

    /** Each type of event is called as the property that holds it. */
    private static List<String> eventTypes() {
        return Stream.concat(
                        Arrays.stream(EventMessage.class.getRecordComponents())
                                .map(RecordComponent::getName)
                                .filter(it -> !it.equals("id") && !it.equals("type")),
                        Stream.of("heartbeat"))
                .toList();
    }

    private static List<String> lowerCase(Enum<?>[] values) {
        return Arrays.stream(values)
                .map(it -> it.name().toLowerCase(Locale.ROOT))
                .toList();
    }
}
