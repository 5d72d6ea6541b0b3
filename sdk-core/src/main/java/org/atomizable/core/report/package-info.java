/**
 * Step 7, the last one. Input: what a subjob used and achieved. Output: the report for the scheduler. It sends nothing.
 */
@NullMarked
package org.atomizable.core.report;

import org.jspecify.annotations.NullMarked;
