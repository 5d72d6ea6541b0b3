package org.atomizable.engine.slurm;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.atomizable.core.engine.Chain;
import org.atomizable.core.engine.ChainSweep;
import org.atomizable.core.engine.Claimed;
import org.atomizable.core.engine.Engine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code atomizable slurm cancel}. */
@Command(
        name = "cancel",
        mixinStandardHelpOptions = true,
        description = {
            "Ends all Slurm jobs of a job. Its checkpoints stay: the same run goes on from them.",
            "A single scancel ends one subjob only, and the next one goes on.",
            "Of a sweep, the jobs that wait are ended too; the same sweep goes on with all."
        })
final class CancelCommand implements Callable<Integer> {

    @Mixin
    private ChainOptions options = new ChainOptions();

    @Override
    public Integer call() throws Exception {
        Optional<ChainSweep> all = options.sweep();
        List<Chain> chains = new ArrayList<>();
        boolean waited = false;
        if (all.isPresent()) {
            List<ChainSweep.Standing> withdrawn = all.get().withdraw(names(all.get()));
            for (ChainSweep.Standing job : withdrawn) {
                if (job.runs()) {
                    chains.add(all.get().chain(job.job().name()));
                } else {
                    waited = true;
                }
            }
        } else {
            Chain chain = options.chain();
            chains.add(chain);
            Optional<ChainSweep> sweep = ChainSweep.of(chain);
            if (sweep.isEmpty()) {
                chain.withdraw();
            }
            waited = sweep.isPresent()
                    && sweep.get().withdraw(Set.of(options.job())).stream().anyMatch(ChainSweep.Standing::waits);
        }
        int ended = cancel(chains);
        System.out.println(
                ended == 0 && !waited
                        ? "no Slurm job of %s waits or runs".formatted(options.job())
                        : "the Slurm jobs of %s are cancelled; its checkpoints are kept".formatted(options.job()));
        return 0;
    }

    private static Set<String> names(ChainSweep sweep) throws IOException {
        return sweep.jobs().stream().map(it -> it.job().name()).collect(Collectors.toSet());
    }

    private int cancel(List<Chain> chains) throws Exception {
        Engine engine = options.engine();
        List<String> ids = chains.stream().map(Chain::id).toList();
        int ended = 0;
        // The one that runs may claim another one until it is ended.
        for (int round = 0; round < 2; round++) {
            for (List<Claimed> claims : engine.claimsOf(ids).values()) {
                for (Claimed claimed : claims) {
                    engine.cancel(claimed.id());
                    ended++;
                }
            }
        }
        return ended;
    }
}
