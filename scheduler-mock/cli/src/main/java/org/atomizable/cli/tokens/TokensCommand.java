package org.atomizable.cli.tokens;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code atomizable tokens}. */
@Command(
        name = "tokens",
        mixinStandardHelpOptions = true,
        description =
                "Creates, lists and revokes a scheduler's access tokens, and shows the audit log; the scheduler may "
                        + "be running.",
        subcommands = {TokenCreateCommand.class, TokenListCommand.class, TokenRevokeCommand.class, AuditCommand.class})
public final class TokensCommand implements Runnable {

    @Spec
    private CommandSpec spec;

    /** Made by picocli, which fills it in. */
    @SuppressWarnings("NullAway.Init")
    public TokensCommand() {}

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "tokens needs one of its commands: create, ls, revoke, audit");
    }
}
