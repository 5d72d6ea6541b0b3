package org.atomizable.core.variant;

import java.time.Instant;
import org.atomizable.api.profile.Footprint;

/**
 * A range of atoms that fits a window, not scored yet.
 *
 * @param firstAtom the job's next atom
 * @param atoms how many
 * @param starts when it would start
 * @param footprint what it would need
 */
public record Candidate(long firstAtom, long atoms, Instant starts, Footprint footprint) {}
