/**
 * Extension points: job factories, workers and their launchers, and samplers of memory.
 */
@NullMarked
package org.atomizable.api.spi;

import org.jspecify.annotations.NullMarked;
