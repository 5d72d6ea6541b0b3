/**
 * The few file system operations that a store needs. Each operation states what it guarantees after a crash.
 *
 * <p>Input: paths and bytes. The package knows nothing of checkpoints. Every operation goes through one interface, so
 * that one test double can inject a fault into any of them.
 */
@NullMarked
package org.atomizable.checkpoint.disk;

import org.jspecify.annotations.NullMarked;
