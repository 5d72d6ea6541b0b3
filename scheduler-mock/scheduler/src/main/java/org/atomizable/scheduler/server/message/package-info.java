/**
 * Converts between the messages of the protocol and the values of the market.
 *
 * <p>Input: messages, or facts of the market. Output: the other of the two, or a refusal that names the property. The package changes nothing.
 */
@NullMarked
package org.atomizable.scheduler.server.message;

import org.jspecify.annotations.NullMarked;
