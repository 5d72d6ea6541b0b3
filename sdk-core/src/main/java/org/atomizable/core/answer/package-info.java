/**
 * Fourth step: variants in, the answer to the window out.
 */
@NullMarked
package org.atomizable.core.answer;

import org.jspecify.annotations.NullMarked;
