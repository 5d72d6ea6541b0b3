/**
 * Runs any command as a job: a program that speaks JSON lines, or one that resumes by itself.
 *
 * <p>Input: a command line and how long it may take to answer. Output: an {@code Atomizable} that owns the command's processes. It
 * never leaves a process behind, and never lets what a program prints into the protocol. {@code docs/any-command.md} specifies
 * the protocol.
 */
@NullMarked
package org.atomizable.core.command;

import org.jspecify.annotations.NullMarked;
