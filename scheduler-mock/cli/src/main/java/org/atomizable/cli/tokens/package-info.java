/** {@code atomizable tokens}: who may call a scheduler, and what was done. */
@NullMarked
package org.atomizable.cli.tokens;

import org.jspecify.annotations.NullMarked;
