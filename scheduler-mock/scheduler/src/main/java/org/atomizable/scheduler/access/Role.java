package org.atomizable.scheduler.access;

import java.util.Locale;
import java.util.Set;

/** The role of a token. */
public enum Role {
    /** Registers jobs and negotiates for them; sees and touches its own only. */
    TENANT,
    /** Sees everything, withdraws any job, reserves slices; has no jobs. */
    OPERATOR,
    /** Sees everything, touches nothing. */
    VIEWER;

    /** All roles. */
    public static final Set<Role> ALL = Set.of(values());

    /** The role that owns jobs. */
    public static final Set<Role> TENANTS = Set.of(TENANT);

    /** The roles that see everything. */
    public static final Set<Role> OVERSEERS = Set.of(OPERATOR, VIEWER);

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
