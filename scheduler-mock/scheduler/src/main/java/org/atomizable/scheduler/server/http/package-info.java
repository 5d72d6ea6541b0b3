/**
 * The common parts of all HTTP calls: the caller, the parameters and bounds, JSON, and problems.
 *
 * <p>Input: requests. Output: callers, parameters and answers. The package knows no market and no message of the protocol.
 */
@NullMarked
package org.atomizable.scheduler.server.http;

import org.jspecify.annotations.NullMarked;
