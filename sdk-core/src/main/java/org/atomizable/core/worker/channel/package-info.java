/**
 * How a launcher and a worker speak: commands in, events out, one JSON line each, over any two streams.
 *
 * <p>The launcher's end is {@link org.atomizable.core.worker.channel.WorkerChannel}. It does not know who started the worker;
 * that is a {@link org.atomizable.core.worker.channel.WorkerHost}. The worker's end is {@link
 * org.atomizable.core.worker.channel.CommandReader} and {@link org.atomizable.core.worker.channel.EventWriter}.
 *
 * <p>The form of a line is hidden: {@code WorkerOrder} and {@code WorkerLine}, which only {@code WorkerJson} and its writers see.
 */
@NullMarked
package org.atomizable.core.worker.channel;

import org.jspecify.annotations.NullMarked;
