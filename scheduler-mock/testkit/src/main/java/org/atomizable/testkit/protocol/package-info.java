/**
 * The protocol between agent and scheduler as state machines and rules. Input: every message of both sides, in the order in which they
 * pass. Output: which rule a message breaks, and whose rule it is.
 *
 * <p>It sends nothing and changes no message.
 */
@NullMarked
package org.atomizable.testkit.protocol;

import org.jspecify.annotations.NullMarked;
