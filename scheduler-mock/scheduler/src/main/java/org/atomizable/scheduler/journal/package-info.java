/**
 * The scheduler's durable state: it is on disk before a client is told.
 *
 * <p>Input: changes of rows, by table and key. Output: all rows, when a scheduler starts.
 * {@link org.atomizable.scheduler.journal.JournalWriter} writes submitted changes in order, many in one transaction if
 * many wait, and only then runs the actions that depend on them. {@link org.atomizable.scheduler.journal.RowJson}
 * defines how values are encoded in rows. The package does not interpret rows. It is the only package that uses SQLite.
 */
@NullMarked
package org.atomizable.scheduler.journal;

import org.jspecify.annotations.NullMarked;
