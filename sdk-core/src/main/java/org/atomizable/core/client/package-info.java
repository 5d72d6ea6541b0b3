/**
 * The client of the scheduler, where a window arrives and its report leaves. Input: HTTP responses and pushed events.
 * Output: answers and reports.
 *
 * <p>This is the only package that uses OkHttp. Calls are retried with backoff and jitter under one idempotency key, so
 * that a lost response never causes an action twice. It makes no decisions about windows.
 */
@NullMarked
package org.atomizable.core.client;

import org.jspecify.annotations.NullMarked;
