/**
 * Instruments: benchmarks, chaos, and experiments with the market.
 *
 * <p>Nothing imports this package. Its commands join the command line through {@link org.atomizable.cli.MoreCommands}.
 */
@NullMarked
package org.atomizable.lab;

import org.jspecify.annotations.NullMarked;
