/**
 * Runs subjobs: in this JVM, in a child process per slice, or behind any two streams.
 *
 * <p>A worker that is not in this JVM is a {@code WorkerSession}, which takes JSON lines. Its launcher has a {@code
 * ChannelWorker} on a {@code WorkerChannel}; {@code ChildProcesses} is the launcher that starts processes itself.
 *
 * <p>All use the same runner, so that the place where a subjob runs cannot change what it computes.
 */
@NullMarked
package org.atomizable.core.worker;

import org.jspecify.annotations.NullMarked;
