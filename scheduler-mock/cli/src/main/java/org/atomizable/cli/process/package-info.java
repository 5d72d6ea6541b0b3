/**
 * Processes that this program starts of itself, and that must not outlive it.
 *
 * <p>In comes a command, out goes a process that ends with this one: it is killed when this one is asked to end, and it notices
 * by the end of its standard input when this one was killed. Never used for workers, which see to that themselves.
 */
@NullMarked
package org.atomizable.cli.process;

import org.jspecify.annotations.NullMarked;
