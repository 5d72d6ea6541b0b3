package org.atomizable.scheduler.server;

/**
 * How the scheduler is.
 *
 * @param status {@code ok} or {@code ready}
 */
record Health(String status) {}
