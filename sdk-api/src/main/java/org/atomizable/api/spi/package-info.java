/**
 * What others may supply: jobs by name, workers and the places they run in, samplers of memory.
 */
@NullMarked
package org.atomizable.api.spi;

import org.jspecify.annotations.NullMarked;
