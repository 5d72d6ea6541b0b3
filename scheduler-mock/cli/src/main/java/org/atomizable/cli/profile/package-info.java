/** {@code atomizable profile}: measures and shows what jobs need, and checks past subjobs against their bounds. */
@NullMarked
package org.atomizable.cli.profile;

import org.jspecify.annotations.NullMarked;
