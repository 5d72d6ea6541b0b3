package org.atomizable.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Options of a sweep that mean nothing together are refused before anything runs. */
class SweepOptionsTest {

    @ParameterizedTest
    @CsvSource({
        "--scheduler http://127.0.0.1:1 --max-chains 2,--max-chains and --profiles are for a sweep on an engine,2",
        "--scheduler http://127.0.0.1:1 --profiles p,--max-chains and --profiles are for a sweep on an engine,2",
        "--scheduler http://127.0.0.1:1 --detach,--link-time and --detach are for a chain of jobs on an engine,2",
        "--engine slurm --at-once 3,with --engine give --max-chains,2",
        "--engine slurm --max-chains 0,a sweep has 1 to 1000 chains at a time; it was 0,1",
        "--engine slurm --max-chains 1001,a sweep has 1 to 1000 chains at a time; it was 1001,1",
        "--scheduler http://127.0.0.1:1 --engine slurm,mutually exclusive,2",
        "--max-chains 2,--engine,2"
    })
    void anOptionOfTheOtherPlaceIsRefused(String options, String message, int code) {
        List<Object> words = new ArrayList<>(List.of("sweep", SumJob.class.getName(), "seed=1,2"));
        words.addAll(List.of(options.split(" ")));
        CommandRun run = CommandRun.of(words.toArray());
        assertThat(run.err()).contains(message);
        assertThat(run.code()).isEqualTo(code);
    }
}
