package org.atomizable.cli;

import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.Callable;
import org.atomizable.api.time.TimeSource;
import org.atomizable.api.wire.ReservationRequest;
import org.atomizable.api.wire.ReservationView;
import org.atomizable.core.client.Backoff;
import org.atomizable.core.client.SchedulerClient;
import org.atomizable.core.wire.WireJson;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code atomizable reserve}. */
@Command(
        name = "reserve",
        mixinStandardHelpOptions = true,
        description = "Reserves a slice for a rigid job or for maintenance. Needs an operator's token.")
final class ReserveCommand implements Callable<Integer> {

    @Parameters(paramLabel = "SLICE", description = "The slice's id.")
    private String slice = "";

    @Mixin
    private CredentialOptions credentials = new CredentialOptions();

    @Option(names = "--scheduler", required = true, paramLabel = "URL", description = "Such as http://127.0.0.1:8080.")
    private URI scheduler = URI.create("http://127.0.0.1:8080");

    @Option(
            names = "--label",
            defaultValue = "maintenance",
            description = "A label for people to read (default: ${DEFAULT-VALUE}).")
    private String label = "maintenance";

    @Option(names = "--from", paramLabel = "INSTANT", description = "Such as 2027-01-31T12:00:00Z (default: now).")
    private @Nullable Instant from;

    private static final int MOST_MINUTES = 100 * 365 * 24 * 60;

    @Option(names = "--minutes", required = true, description = "How long.")
    private double minutes;

    @Option(names = "--json", description = "Print JSON.")
    private boolean json;

    @Override
    public Integer call() throws Exception {
        if (!(minutes > 0 && minutes <= MOST_MINUTES)) {
            throw new IllegalArgumentException(
                    "--minutes must be more than 0, and at most %s, which are a century, was %s"
                            .formatted(MOST_MINUTES, minutes));
        }
        TimeSource time = TimeSource.system();
        Instant begin = from == null ? time.now() : from;
        Instant end = begin.plus(Duration.ofMillis(Math.round(minutes * 60_000)));
        try (SchedulerClient client = SchedulerClient.of(scheduler, credentials.credentials(), Backoff.DEFAULT, time)) {
            client.tellAbsence(new AbsenceLines(scheduler, System.err::println));
            ReservationView made = client.reserve(new ReservationRequest(slice, label, begin, end));
            System.out.println(
                    json
                            ? WireJson.mapper().writeValueAsString(made)
                            : "%s is kept from %s to %s (%s)"
                                    .formatted(made.slice(), made.from(), made.to(), made.id()));
        }
        return 0;
    }
}
