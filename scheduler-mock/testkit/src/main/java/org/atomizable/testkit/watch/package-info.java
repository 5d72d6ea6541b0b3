/**
 * The protocol's monitor in tests. Input: every call that agents in this JVM make to schedulers on this machine over plain HTTP. Output:
 * a test that fails if a message breaks a rule.
 *
 * <p>It needs JUnit 5, and does not see calls of other processes, or over TLS.
 */
@NullMarked
package org.atomizable.testkit.watch;

import org.jspecify.annotations.NullMarked;
