/**
 * Fifth step, after the grant: the subjob itself, against the profile as it is now, or the reason to hand the
 * grant back.
 */
@NullMarked
package org.atomizable.core.materialize;

import org.jspecify.annotations.NullMarked;
