/**
 * Step 5, after the grant. Input: the grant and the current profile. Output: the subjob, or the reason to hand the
 * grant back. It runs nothing.
 */
@NullMarked
package org.atomizable.core.materialize;

import org.jspecify.annotations.NullMarked;
