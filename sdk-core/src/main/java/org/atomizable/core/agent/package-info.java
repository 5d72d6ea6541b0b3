/**
 * The negotiator of one job. It is the only package that sees all steps from a window to a report.
 *
 * <p>Input: events, one at a time. Output: calls to the scheduler through its client, and subjobs for the worker's
 * launcher. It never holds a GPU and never touches the job's state.
 */
@NullMarked
package org.atomizable.core.agent;

import org.jspecify.annotations.NullMarked;
