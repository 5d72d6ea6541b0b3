package org.atomizable.scheduler.access;

import java.time.Instant;
import java.util.Optional;

/**
 * The stored form of a token.
 *
 * @param id by which it is known, no secret
 * @param digest SHA-256 of its secret, in hexadecimal; a secret has 256 bits of chance, so that no slower function is needed
 * @param name the name of the tenant, person or program that uses it
 * @param revoked since when it is good for nothing
 */
public record TokenRecord(
        String id, String digest, String name, Role role, Instant created, Optional<Instant> revoked) {}
