/**
 * Measures what jobs do to each other on this machine.
 *
 * <p>Input: names of jobs, and a budget of time. Output: an interference matrix, with intervals, as a table and as JSON. The jobs run in
 * child processes of their own. The package never touches their checkpoints.
 */
@NullMarked
package org.atomizable.cli.colocate;

import org.jspecify.annotations.NullMarked;
