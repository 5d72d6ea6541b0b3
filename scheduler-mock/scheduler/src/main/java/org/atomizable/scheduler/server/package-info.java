/**
 * The scheduler as a server: protocol version 1 over HTTP, in front of a market.
 *
 * <p>Input: requests. Output: responses, problems in the format of RFC 9457, and events, pushed or polled. The package
 * converts messages to values and back, and limits what a client may send or hold open. It authenticates callers by
 * bearer tokens and checks their roles. Without tokens it listens on a loopback address only. It makes no scheduling
 * decisions.
 */
@NullMarked
package org.atomizable.scheduler.server;

import org.jspecify.annotations.NullMarked;
