package org.atomizable.engine.slurm;

import java.util.concurrent.Callable;
import org.atomizable.core.engine.Chain;
import org.atomizable.core.engine.Claimed;
import org.atomizable.core.engine.Engine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code atomizable slurm cancel}. */
@Command(
        name = "cancel",
        mixinStandardHelpOptions = true,
        description = {
            "Ends all Slurm jobs of a job.",
            "The same run goes on from its checkpoints. A single scancel ends one subjob only, and the next "
                    + "one goes on."
        })
final class CancelCommand implements Callable<Integer> {

    @Mixin
    private ChainOptions options = new ChainOptions();

    @Override
    public Integer call() throws Exception {
        Chain chain = options.chain();
        Engine engine = options.engine();
        chain.withdraw();
        int ended = 0;
        // The one that runs may claim another one until it is ended.
        for (int round = 0; round < 2; round++) {
            for (Claimed claimed : engine.claims(chain.id())) {
                engine.cancel(claimed.id());
                ended++;
            }
        }
        System.out.println(
                ended == 0
                        ? "no Slurm job of %s waits or runs".formatted(options.job())
                        : "the Slurm jobs of %s are cancelled; its checkpoints are kept".formatted(options.job()));
        return 0;
    }
}
