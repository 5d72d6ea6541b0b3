/**
 * Slurm as an engine.
 *
 * <p>Input: answers of Slurm's commands, as text, which is the same from version to version where its JSON is not. Output: windows in which a job
 * would start at once, and jobs of Slurm. It never reads from a state of Slurm how a subjob ended.
 */
@NullMarked
package org.atomizable.engine.slurm;

import org.jspecify.annotations.NullMarked;
