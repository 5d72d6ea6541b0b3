package org.atomizable.engine.slurm;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.atomizable.core.engine.Link;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class StatusCommandTest {

    private static StatusCommand.LinkStatus link(int number, long from, Link.@Nullable Ended ended) {
        String id = Integer.toString(70 + number);
        return link(number, new Link.Began(id, Instant.EPOCH.plusSeconds(4), "n1", 118.2, from), ended);
    }

    private static StatusCommand.LinkStatus link(int number, Link.@Nullable Began began, Link.@Nullable Ended ended) {
        Link.Asked asked = new Link.Asked(Integer.toString(70 + number), Instant.EPOCH, 120, "no slice is free");
        return new StatusCommand.LinkStatus(number, asked, began, ended, "log.txt");
    }

    @Test
    void aLinkThatDiedBeforeItsWorkBeganNamesItsLogAndOneThatWaitsDoesNot() {
        assertThat(StatusCommand.lines(List.of(link(1, null, null), link(2, null, null)), Set.of("72")))
                .containsExactly(
                        "link 1, Slurm job 71: asked 2 min (no slice is free); it ended before its work began, see log.txt",
                        "link 2, Slurm job 72: asked 2 min (no slice is free)");
    }

    @Test
    void whatAKilledLinkHasCommittedIsSeenWhereTheNextOneBegan() {
        Link.Ended over = new Link.Ended("over", "its time is used", 31, Instant.EPOCH);

        assertThat(StatusCommand.lines(List.of(link(1, 0, null), link(2, 20, over), link(3, 31, null)), Set.of()))
                .containsExactly(
                        "link 1, Slurm job 71: asked 2 min (no slice is free); got 118 s on n1 after 4 s; atoms 0 to 19; it did"
                                + " not end by itself",
                        "link 2, Slurm job 72: asked 2 min (no slice is free); got 118 s on n1 after 4 s; atoms 20 to 30; its"
                                + " time is used",
                        "link 3, Slurm job 73: asked 2 min (no slice is free); got 118 s on n1 after 4 s");
    }

    @Test
    void aLinkThatFollowsTheEndOfTheJobHasNothingToDo() {
        Link.Ended finished = new Link.Ended("finished", "the job is finished", 31, Instant.EPOCH);

        assertThat(StatusCommand.lines(List.of(link(1, 0, finished), link(2, null, null)), Set.of()))
                .last()
                .isEqualTo("link 2, Slurm job 72: asked 2 min (no slice is free)");
    }
}
