/**
 * How clients connect: addresses, TLS, and the end of clients that are too slow.
 *
 * <p>Input: options and certificates. Output: connectors of the server. The package reads no request.
 */
@NullMarked
package org.atomizable.scheduler.server.connection;

import org.jspecify.annotations.NullMarked;
