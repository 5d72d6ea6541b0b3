package org.atomizable.lab.simulate.finding;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.atomizable.api.AtomizableException;

/**
 * The page and its pictures. Every figure and every conclusion is computed from the result files.
 *
 * @param markdown the text of the page
 * @param pictures names of files beside the results, and their text as SVG
 */
public record FindingsPage(String markdown, Map<String, String> pictures) {

    private static final String HEAD = """
        # Findings

        `./atomizable simulate findings` makes this page from the files in [%1$s](%1$s). A test fails if it differs from them. All
        figures and conclusions are computed from these files. [Simulation](simulation.md) says what is simulated, what the names of
        schedulers mean, and how a workload is generated.

        A cell is one point of an experiment below. Each figure is a mean over seeds; ± is half the width of its 95 %% interval.
        Differences are paired by seed. A difference is *clear*, and bold, if its interval does not contain 0. *Of ideal* is the mean
        completion of `ideal`, which preempts and moves jobs without any cost, divided by that of the scheduler. A job that fits no
        hole waits until the reservations end, days after the last arrival: such a mean tells that the scheduler cannot run the work,
        not how long it takes.
        """;

    private static final String SCORES = """

        ## Does the market pay?

        In how many cells jobs finish clearly sooner with a market / without a clear difference / clearly later than with the best
        rival of each kind:

        """;

    private static final String LOSSES = """

        ## Where atomization does not pay

        These rivals run each job whole: a user who does not make a job atomizable gets them without any effort.
        """;

    public FindingsPage {
        pictures = Map.copyOf(pictures);
    }

    /**
     * Makes the page from the results of a plan.
     *
     * @param directory of the results
     * @param page where the page will be; links are relative to it
     * @throws AtomizableException if a result file cannot be read
     */
    public static FindingsPage of(Plan plan, Path directory, Path page) throws AtomizableException {
        List<Results> all = new ArrayList<>();
        for (Experiment experiment : plan.experiments()) {
            all.add(Results.read(directory, experiment));
        }
        String folder = page.toAbsolutePath()
                .normalize()
                .resolveSibling("")
                .relativize(directory.toAbsolutePath().normalize())
                .toString()
                .replace('\\', '/');
        String beside = folder.isEmpty() ? "." : folder;
        Scoreboard scores = new Scoreboard(all);
        StringBuilder markdown = new StringBuilder(HEAD.formatted(beside))
                .append(SCORES)
                .append(scores.table())
                .append('\n');
        SortedMap<String, String> pictures = new TreeMap<>();
        List<ExperimentSection> sections =
                all.stream().map(it -> new ExperimentSection(it, beside)).toList();
        sections.forEach(it -> markdown.append(it.summary()));
        markdown.append(LOSSES).append(scores.losses());
        for (ExperimentSection section : sections) {
            markdown.append('\n').append(section.markdown());
            pictures.putAll(section.pictures());
        }
        return new FindingsPage(markdown.toString(), pictures);
    }
}
