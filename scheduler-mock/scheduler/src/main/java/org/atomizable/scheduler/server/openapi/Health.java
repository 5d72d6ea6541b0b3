package org.atomizable.scheduler.server.openapi;

/**
 * How the scheduler is.
 *
 * @param status {@code ok} or {@code ready}
 */
record Health(String status) {}
