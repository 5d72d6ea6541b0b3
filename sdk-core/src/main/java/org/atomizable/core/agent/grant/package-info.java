/**
 * The grants that an agent has received, and what it has seen of the one that it holds and of that one's worker.
 *
 * <p>Input: grants, and the progress of a worker. Output: what the agent reports and learns. The package talks to no scheduler.
 */
@NullMarked
package org.atomizable.core.agent.grant;

import org.jspecify.annotations.NullMarked;
