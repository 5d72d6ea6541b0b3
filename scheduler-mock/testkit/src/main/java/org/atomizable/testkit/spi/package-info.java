/**
 * Contracts for implementations of an interface that this project calls: a store, a policy, a driver, a worker. Input: an implementation,
 * from a test class that extends one of them. Output: a JUnit test for each rule that every implementation keeps.
 *
 * <p>They need JUnit and AssertJ on the class path, and know no implementation.
 */
@NullMarked
package org.atomizable.testkit.spi;

import org.jspecify.annotations.NullMarked;
