package org.atomizable.core.worker;

import java.util.Map;

/** The secrets that must not be in the environment of a user's code. */
public final class Secrets {

    /** The environment variable with the bearer token of a tenant: it speaks for all of the tenant's jobs. */
    public static final String TOKEN = "ATOMIZABLE_TOKEN";

    private Secrets() {}

    /** Removes them from the environment of a process that runs a user's code. */
    public static void removeFrom(Map<String, String> environment) {
        environment.remove(TOKEN);
    }
}
