package org.atomizable.engine.slurm;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The rules that administrators set for a cluster and a partition. They change seldom, so a link passes them on to the next one, and Slurm is asked
 * for them once an hour.
 *
 * @param partition its name
 * @param longest the longest time limit
 * @param cycle the time from one look of the backfill at the waiting jobs to the next
 * @param reservations those of all nodes
 * @param read when Slurm told them
 */
record SiteRules(String partition, Duration longest, Duration cycle, List<Reservation> reservations, Instant read) {

    /** The variable in which a link gets them. */
    static final String VARIABLE = "ATOMIZABLE_SLURM_RULES";

    /** Where Slurm is told nothing else, and the longest that counts. */
    private static final Duration USUAL_CYCLE = Duration.ofSeconds(30);

    private static final Pattern CYCLE = Pattern.compile("\\bbf_interval=(\\d{1,6})");

    /** Links give their rules to the next ones, and ask anew so seldom. */
    static final Duration OF_LINKS = Duration.ofHours(1);

    /** A scheduler offers windows in a new reservation until it asks again. */
    static final Duration OF_A_SCHEDULER = Duration.ofMinutes(10);

    /** A longer text would burden each job's environment; Slurm is asked each time instead. */
    private static final int LONGEST_TEXT = 4000;

    SiteRules {
        reservations = List.copyOf(reservations);
    }

    /** Reads the time between two looks from the answer to {@code scontrol show config}. */
    static Duration cycle(String configuration) {
        Matcher cycle = CYCLE.matcher(configuration);
        Duration told = cycle.find() ? Duration.ofSeconds(Long.parseLong(cycle.group(1))) : USUAL_CYCLE;
        return told.compareTo(USUAL_CYCLE) < 0 ? told : USUAL_CYCLE;
    }

    boolean isFresh(Instant now, Duration within) {
        return !now.isBefore(read) && now.isBefore(read.plus(within));
    }

    /** Returns them as a value without commas, at which sbatch would split it; empty if there are too many. */
    Optional<String> text() {
        String text = Stream.concat(
                        Stream.of(
                                partition,
                                Long.toString(longest.toSeconds()),
                                Long.toString(cycle.toSeconds()),
                                Long.toString(read.getEpochSecond())),
                        reservations.stream().map(SiteRules::text))
                .collect(Collectors.joining(";"));
        return Optional.of(text).filter(it -> it.length() <= LONGEST_TEXT && it.indexOf(',') < 0);
    }

    private static String text(Reservation reservation) {
        return "%s-%s:%s"
                .formatted(
                        reservation.starts().getEpochSecond(),
                        reservation.ends().getEpochSecond(),
                        String.join("+", reservation.nodes()));
    }

    /** Reads what {@link #text} has written; empty if it is anything else. */
    static Optional<SiteRules> of(String text) {
        String[] parts = text.split(";", -1);
        if (parts.length < 4) {
            return Optional.empty();
        }
        try {
            return Optional.of(new SiteRules(
                    parts[0],
                    Duration.ofSeconds(Long.parseLong(parts[1])),
                    Duration.ofSeconds(Long.parseLong(parts[2])),
                    Stream.of(parts).skip(4).map(SiteRules::reservation).toList(),
                    Instant.ofEpochSecond(Long.parseLong(parts[3]))));
        } catch (NumberFormatException | DateTimeException | IndexOutOfBoundsException damaged) {
            return Optional.empty();
        }
    }

    private static Reservation reservation(String text) {
        String[] times = text.substring(0, text.indexOf(':')).split("-", -1);
        return new Reservation(
                List.of(text.substring(text.indexOf(':') + 1).split("\\+", -1)),
                Instant.ofEpochSecond(Long.parseLong(times[0])),
                Instant.ofEpochSecond(Long.parseLong(times[1])));
    }
}
