/**
 * Step 4. Input: variants. Output: the answer to the window. It never sends the answer.
 */
@NullMarked
package org.atomizable.core.answer;

import org.jspecify.annotations.NullMarked;
