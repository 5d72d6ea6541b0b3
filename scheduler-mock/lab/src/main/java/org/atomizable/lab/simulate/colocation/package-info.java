/**
 * Co-location by profile, tried on the tables of throughput that were published with Gavel (Narayanan et al., OSDI 2020).
 *
 * <p>Input: a table of throughput, alone and in pairs. Output: how well hidden pairs are predicted, and the throughput of packings, each
 * beside the published ways. The package never looks at a hidden value before it was predicted, and never reads a clock.
 */
@NullMarked
package org.atomizable.lab.simulate.colocation;

import org.jspecify.annotations.NullMarked;
