/**
 * One run of a scheduler process, from its start to its end: its number, and ids that no other run generates.
 *
 * <p>Input: the journal of the runs before. Output: numbers, ids and the first fencing token. The package never changes a job.
 */
@NullMarked
package org.atomizable.scheduler.market.incarnation;

import org.jspecify.annotations.NullMarked;
