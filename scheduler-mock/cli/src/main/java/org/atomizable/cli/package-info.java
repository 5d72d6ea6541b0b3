/**
 * The command line: what a person types in, values and exit codes out.
 *
 * <p>The only code that may see everything. Each command is one class that reads its options and hands over; it computes
 * nothing itself.
 */
@NullMarked
package org.atomizable.cli;

import org.jspecify.annotations.NullMarked;
