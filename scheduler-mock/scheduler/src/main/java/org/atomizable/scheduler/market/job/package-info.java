/**
 * The jobs of a market: what each declared, its state, and the order in which jobs wait.
 *
 * <p>Input: registrations, answers and reports. Output: jobs by id and in turn, and what the journal keeps of them. The package never
 * grants anything and sends no messages.
 */
@NullMarked
package org.atomizable.scheduler.market.job;

import org.jspecify.annotations.NullMarked;
