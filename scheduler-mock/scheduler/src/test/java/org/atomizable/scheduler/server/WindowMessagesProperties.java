package org.atomizable.scheduler.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Pattern;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Tag;
import net.jqwik.api.statistics.Statistics;
import org.atomizable.api.AtomizableException;
import org.atomizable.api.wire.ExplainedBid;
import org.atomizable.api.wire.WindowView;
import org.atomizable.scheduler.access.Bearer;
import org.atomizable.scheduler.access.Role;
import org.atomizable.scheduler.lease.Refused;
import org.atomizable.scheduler.market.event.Cleared;

/** Every window of a market, asked about by every tenant. */
@Tag("slow")
class WindowMessagesProperties {

    private static Caller caller(String name, Role role) {
        return new Caller(Optional.of(new Bearer(name, role, "0")));
    }

    private static Caller tenant(String name) {
        return caller(name, Role.TENANT);
    }

    private static String text(WindowView view) {
        return new String(Json.write(view), StandardCharsets.UTF_8);
    }

    /** Not as a part of a longer number. */
    private static boolean tells(String text, String secret) {
        return Pattern.compile(Pattern.quote(secret) + "(?![0-9])")
                .matcher(text)
                .find();
    }

    @Property(tries = 50)
    void aTenantIsToldOfItsOwnWindowsAndNothingThatIsAnothers(@ForAll long seed, @ForAll boolean paying)
            throws AtomizableException {
        ManyTenants market = new ManyTenants(seed, paying);
        for (Cleared cleared : market.clearings) {
            Set<String> asked = market.asked(cleared.window());
            for (String tenant : ManyTenants.TENANTS) {
                if (asked.contains(tenant)) {
                    String text = text(WindowMessages.view(cleared, tenant(tenant)));
                    ManyTenants.TENANTS.stream()
                            .filter(other -> !other.equals(tenant))
                            .flatMap(other -> market.secrets(other).stream())
                            .forEach(secret -> assertThat(tells(text, secret))
                                    .as("%s is told %s in %s", tenant, secret, text)
                                    .isFalse());
                    Statistics.label("turn of")
                            .collect(
                                    !text.contains("turn;")
                                            ? "nobody"
                                            : text.contains("another tenant's job's turn;") ? "another" : "own");
                } else {
                    assertThatThrownBy(() -> WindowMessages.view(cleared, tenant(tenant)))
                            .isInstanceOf(Refused.class)
                            .hasMessage(
                                    Refused.unknownWindow(cleared.window().id()).getMessage());
                }
            }
        }
        assertThat(market.clearings).hasSizeGreaterThan(10);
    }

    @Property(tries = 25)
    void ofItsOwnJobsATenantIsToldAllThatAnOverseerIs(@ForAll long seed, @ForAll boolean paying)
            throws AtomizableException {
        ManyTenants market = new ManyTenants(seed, paying);
        for (Cleared cleared : market.clearings) {
            WindowView all = WindowMessages.view(cleared, caller("wall", Role.VIEWER));
            for (String tenant : market.asked(cleared.window())) {
                WindowView told = WindowMessages.view(cleared, tenant(tenant));
                assertThat(told.winners()).hasSameSizeAs(all.winners());
                assertThat(told.winners()).containsAll(own(all.winners(), WindowView.Winner::job, tenant));
                assertThat(told.answers()).isEqualTo(own(all.answers(), WindowView.AnswerView::job, tenant));
                assertThat(told.unheard()).isEqualTo(own(all.unheard(), it -> it, tenant));
                assertThat(own(told.bids(), ExplainedBid::job, tenant))
                        .isEqualTo(own(all.bids(), ExplainedBid::job, tenant));
                // Of the others, what won, and its score.
                assertThat(told.bids().stream()
                                .filter(it -> it.job().equals(WindowMessages.ANOTHERS))
                                .map(ExplainedBid::score))
                        .isEqualTo(all.bids().stream()
                                .filter(it -> it.won() && !it.job().endsWith(tenant))
                                .map(ExplainedBid::score)
                                .toList());
                Statistics.label("bids of others")
                        .collect(told.bids().size()
                                > own(told.bids(), ExplainedBid::job, tenant).size());
            }
        }
    }

    private static <T> List<T> own(List<T> all, Function<T, String> job, String tenant) {
        return all.stream().filter(it -> job.apply(it).endsWith(tenant)).toList();
    }
}
