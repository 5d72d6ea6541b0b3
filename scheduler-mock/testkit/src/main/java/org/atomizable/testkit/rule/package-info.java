/**
 * What a job must keep, and how a breach is told. Input: what an experiment saw. Output: an error that names the rule, the probable
 * cause and the remedy.
 *
 * <p>It runs no job.
 */
@NullMarked
package org.atomizable.testkit.rule;

import org.jspecify.annotations.NullMarked;
