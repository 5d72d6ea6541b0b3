/**
 * Compares the checkpoint store with raw files, copies and other formats.
 *
 * <p>Input: a size. Output: ratios from the same run. The package tests no crash; the tests do.
 */
@NullMarked
package org.atomizable.lab.bench.checkpoint;

import org.jspecify.annotations.NullMarked;
