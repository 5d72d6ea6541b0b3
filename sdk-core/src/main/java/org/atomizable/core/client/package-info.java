/**
 * The way of a window begins and ends here: HTTP and pushed events in, answers and reports out.
 *
 * <p>The only package that knows OkHttp. Calls are retried with backoff and jitter under one idempotency key, so that a lost
 * answer never doubles a deed. It decides nothing about windows.
 */
@NullMarked
package org.atomizable.core.client;

import org.jspecify.annotations.NullMarked;
