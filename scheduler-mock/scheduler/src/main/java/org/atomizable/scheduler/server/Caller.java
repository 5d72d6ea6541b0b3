package org.atomizable.scheduler.server;

import java.util.Optional;
import java.util.function.Supplier;
import org.atomizable.scheduler.access.Bearer;
import org.atomizable.scheduler.access.Role;
import org.atomizable.scheduler.lease.Refused;

/**
 * The caller of a request.
 *
 * @param bearer empty if every caller is accepted and may do everything
 */
record Caller(Optional<Bearer> bearer) {

    public static final Caller ANYBODY = new Caller(Optional.empty());

    /** Tells whether a tenant's own things are for this caller. */
    public boolean sees(String tenant) {
        return bearer.map(it -> it.role() != Role.TENANT || it.name().equals(tenant))
                .orElse(true);
    }

    public boolean seesAll() {
        return bearer.map(it -> it.role() != Role.TENANT).orElse(true);
    }

    /** Returns the caller's role; {@code anybody} if every caller is accepted. */
    public String role() {
        return bearer.map(it -> it.role().toString()).orElse("anybody");
    }

    /** Tells whether this caller may withdraw the jobs that it sees. */
    public boolean mayWithdraw() {
        return bearer.map(it -> it.role() != Role.VIEWER).orElse(true);
    }

    /** Returns whose a job is that this caller registers. */
    public Optional<String> tenant() {
        return bearer.map(Bearer::name);
    }

    /** Returns the caller's name for the audit log. */
    public String name() {
        return bearer.map(it -> "%s %s (token %s)".formatted(it.role(), it.name(), it.token()))
                .orElse("anybody");
    }

    /** Returns who calls, in words for the owner of what is called for; no token's id. */
    public String words() {
        return bearer.map(it -> "%s %s".formatted(it.role(), it.name())).orElse("a program that showed no token");
    }

    /** Refuses what is another tenant's in the words in which it would be refused if it were not there at all. */
    public void requireSees(String tenant, Supplier<Refused> unknown) throws Refused {
        if (!sees(tenant)) {
            throw unknown.get();
        }
    }
}
