/**
 * What the scheduler must not forget, on disk before anybody is told.
 *
 * <p>In come changes of rows, by table and key; out go all rows when a scheduler starts. {@link
 * org.atomizable.scheduler.journal.JournalWriter} writes what was submitted in order, many at once where many wait, and only then lets
 * what depends on it happen. {@link org.atomizable.scheduler.journal.RowJson} says how values look in rows. Nothing here knows what a
 * row means. Only this package knows SQLite.
 */
@NullMarked
package org.atomizable.scheduler.journal;

import org.jspecify.annotations.NullMarked;
