/** {@code atomizable journal}: what a scheduler remembers, looked at, copied and tidied. */
@NullMarked
package org.atomizable.cli.journal;

import org.jspecify.annotations.NullMarked;
