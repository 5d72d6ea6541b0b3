/**
 * The event streams and long polls of jobs.
 *
 * <p>Input: what the market tells jobs. Output: server-sent events, in order, each at least once. The package decides nothing.
 */
@NullMarked
package org.atomizable.scheduler.server.event;

import org.jspecify.annotations.NullMarked;
