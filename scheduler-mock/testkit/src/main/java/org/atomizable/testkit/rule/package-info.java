/**
 * The rules of a job, and the report of a breach. Input: the observations of an experiment. Output: an error that names the rule,
 * the probable cause and the remedy.
 *
 * <p>It runs no job.
 */
@NullMarked
package org.atomizable.testkit.rule;

import org.jspecify.annotations.NullMarked;
