/**
 * Runs subjobs: in this JVM, or in one child process per slice, which speaks JSON lines.
 *
 * <p>Both use the same runner, so that the place where a subjob runs cannot change what it computes.
 */
@NullMarked
package org.atomizable.core.worker;

import org.jspecify.annotations.NullMarked;
