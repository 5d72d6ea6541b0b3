package org.atomizable.scheduler.access;

/**
 * The owner of a valid token.
 *
 * @param name of the tenant, where it is one
 * @param token the token's id, which is no secret
 */
public record Bearer(String name, Role role, String token) {}
