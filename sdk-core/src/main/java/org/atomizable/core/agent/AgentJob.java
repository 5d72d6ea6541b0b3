package org.atomizable.core.agent;

import org.atomizable.api.JobSpec;
import org.atomizable.api.checkpoint.CheckpointStore;
import org.atomizable.api.spi.WorkerLauncher;

/**
 * The job that an agent negotiates for.
 *
 * @param spec how much work the job is
 * @param store the job's checkpoints; the agent only asks for the newest one's position, and for the newest token
 * @param launcher starts workers for it
 */
public record AgentJob(JobSpec spec, CheckpointStore store, WorkerLauncher launcher) {}
