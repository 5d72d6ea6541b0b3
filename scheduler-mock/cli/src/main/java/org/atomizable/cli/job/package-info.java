/**
 * The job that a command runs.
 *
 * <p>Input: a name, parameters and a class path from the command line. Output: a {@link
 * org.atomizable.core.worker.NamedJob} whose class this thread can load.
 */
@NullMarked
package org.atomizable.cli.job;

import org.jspecify.annotations.NullMarked;
