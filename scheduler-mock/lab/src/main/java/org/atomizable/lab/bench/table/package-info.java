/**
 * All benches that have an aim, in one table.
 *
 * <p>Input: {@link org.atomizable.lab.bench.table.Benches}, which says of each bench how it is run and what its figures should be. Output: a
 * {@link org.atomizable.lab.bench.table.BenchTable}. Each bench runs in a process of its own, so that no figure depends on what ran before.
 */
@NullMarked
package org.atomizable.lab.bench.table;

import org.jspecify.annotations.NullMarked;
