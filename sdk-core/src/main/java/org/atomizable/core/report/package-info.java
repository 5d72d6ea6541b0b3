/**
 * Last step: what a subjob used and achieved, put for the scheduler.
 */
@NullMarked
package org.atomizable.core.report;

import org.jspecify.annotations.NullMarked;
