/**
 * Child processes of this program that must not outlive it.
 *
 * <p>Input: a command. Output: a process that ends when this one ends. If this process is asked to end, it kills the
 * child. If this process was killed, the child notices the end of its standard input. It is never used for workers,
 * which have their own such check.
 */
@NullMarked
package org.atomizable.cli.process;

import org.jspecify.annotations.NullMarked;
