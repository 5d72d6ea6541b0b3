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
        "--scheduler http://127.0.0.1:1 --max-chains 2,--max-chains and --profiles are for a sweep on an engine",
        "--scheduler http://127.0.0.1:1 --profiles p,--max-chains and --profiles are for a sweep on an engine",
        "--scheduler http://127.0.0.1:1 --detach,--link-time and --detach are for a chain of jobs on an engine",
        "--engine slurm --at-once 3,with --engine give --max-chains",
        "--engine slurm --max-chains 0,--max-chains must be 1 to 1000; it was 0",
        "--engine slurm --max-chains 1001,--max-chains must be 1 to 1000; it was 1001",
        "--scheduler http://127.0.0.1:1 --engine slurm,mutually exclusive",
        "--max-chains 2,--engine"
    })
    void anOptionOfTheOtherPlaceIsRefused(String options, String message) {
        List<Object> words = new ArrayList<>(List.of("sweep", SumJob.class.getName(), "seed=1,2"));
        words.addAll(List.of(options.split(" ")));
        CommandRun run = CommandRun.of(words.toArray());
        assertThat(run.err()).contains(message);
        assertThat(run.code()).isEqualTo(2);
    }
}
