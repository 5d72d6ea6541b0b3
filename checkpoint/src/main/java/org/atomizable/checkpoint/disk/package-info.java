/**
 * The few verbs that a store needs of a file system, each with what it owes after a crash.
 *
 * <p>In come paths and bytes. It knows nothing of checkpoints; that every verb passes through one interface is what lets
 * one hostile double test them all.
 */
@NullMarked
package org.atomizable.checkpoint.disk;

import org.jspecify.annotations.NullMarked;
