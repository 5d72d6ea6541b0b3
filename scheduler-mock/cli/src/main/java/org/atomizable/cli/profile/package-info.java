/** {@code atomizable profile}: what jobs need, measured, shown, and checked against what it promises. */
@NullMarked
package org.atomizable.cli.profile;

import org.jspecify.annotations.NullMarked;
