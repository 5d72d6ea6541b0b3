/**
 * The command line: it parses what a user types, and returns values and exit codes.
 *
 * <p>This module may depend on every other one. Each command is one class: it reads its options, calls the module that
 * does the work, and prints the result. The commands compute only what they print, such as the demo's comparison, the
 * timeline's picture and a run's record.
 */
@NullMarked
package org.atomizable.cli;

import org.jspecify.annotations.NullMarked;
