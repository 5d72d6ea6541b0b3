/**
 * Suites that find out whether a scheduler or an agent keeps the protocol. Input: the address of a scheduler, or an agent that can be
 * started. Output: a verdict for each rule.
 *
 * <p>They know nothing of a peer but its answers.
 */
@NullMarked
package org.atomizable.testkit.conformance;

import org.jspecify.annotations.NullMarked;
