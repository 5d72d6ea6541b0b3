/**
 * Progress display in a terminal: log lines that scroll, and progress bars that stay below them.
 *
 * <p>If the output is not a terminal, there are no bars and every line is plain text.
 */
@NullMarked
package org.atomizable.cli.terminal;

import org.jspecify.annotations.NullMarked;
