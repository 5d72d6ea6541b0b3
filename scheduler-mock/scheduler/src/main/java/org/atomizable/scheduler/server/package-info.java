/**
 * The scheduler as a program: protocol version 1 over HTTP, in front of a market.
 *
 * <p>In come requests, out go answers, problems as RFC 9457 has them, and events, pushed or polled. Here messages become
 * values and values messages, and every bound on what a client may send or hold open is kept here. Nothing is decided
 * here. There is no authentication yet: listen on a loopback address.
 */
@NullMarked
package org.atomizable.scheduler.server;

import org.jspecify.annotations.NullMarked;
