package org.atomizable.core.agent;

import org.atomizable.core.client.SchedulerCalls;

/**
 * A job's registration at a scheduler.
 *
 * @param id the job's id there
 * @param places where its windows can be
 */
public record Registration(String id, SchedulerCalls scheduler, Places places) {}
