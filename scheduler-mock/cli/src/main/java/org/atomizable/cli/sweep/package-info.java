/**
 * Many settings of one job, run as jobs of their own.
 *
 * <p>Input: a job, and values of its parameters. Output: how each setting ended, best first. This package never decides
 * which job runs in a window; that is the scheduler's part.
 */
@NullMarked
package org.atomizable.cli.sweep;

import org.jspecify.annotations.NullMarked;
