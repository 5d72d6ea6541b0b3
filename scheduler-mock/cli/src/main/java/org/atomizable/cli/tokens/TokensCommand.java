package org.atomizable.cli.tokens;

import picocli.CommandLine.Command;

/** {@code atomizable tokens}. */
@Command(
        name = "tokens",
        mixinStandardHelpOptions = true,
        description =
                "Creates, lists and revokes a scheduler's access tokens, and shows the audit log; the scheduler may "
                        + "be running.",
        subcommands = {TokenCreateCommand.class, TokenListCommand.class, TokenRevokeCommand.class, AuditCommand.class})
public final class TokensCommand {

    /** Made by picocli. */
    public TokensCommand() {}
}
