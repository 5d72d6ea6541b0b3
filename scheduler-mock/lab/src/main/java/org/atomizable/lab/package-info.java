/**
 * Benchmarks, fault injection, and experiments with the market.
 *
 * <p>No other package imports this one. Its commands join the command line through
 * {@link org.atomizable.cli.MoreCommands}.
 */
@NullMarked
package org.atomizable.lab;

import org.jspecify.annotations.NullMarked;
