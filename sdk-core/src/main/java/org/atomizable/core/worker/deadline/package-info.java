/**
 * Sees to it that nothing of a subjob uses its slice after the end of its grant.
 *
 * <p>Input: a worker's process, and when its grant ends. Three that do not depend on each other keep the end: a {@link
 * org.atomizable.core.worker.deadline.Watchdog} in the worker, a {@link org.atomizable.core.worker.deadline.Guardian} beside it, and its
 * launcher. All processes of a worker have a {@link org.atomizable.core.worker.deadline.Mark}.
 */
@NullMarked
package org.atomizable.core.worker.deadline;

import org.jspecify.annotations.NullMarked;
