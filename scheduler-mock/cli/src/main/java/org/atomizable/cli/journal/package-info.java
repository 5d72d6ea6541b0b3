/** {@code atomizable journal}: shows, copies and compacts a scheduler's journal. */
@NullMarked
package org.atomizable.cli.journal;

import org.jspecify.annotations.NullMarked;
