package org.atomizable.core.agent;

import org.atomizable.api.JobSpec;
import org.atomizable.api.checkpoint.CheckpointStore;
import org.atomizable.api.spi.WorkerLauncher;

/**
 * What an agent negotiates for.
 *
 * @param spec how much work the job is
 * @param store where its checkpoints are; the agent only asks how far they are
 * @param launcher starts workers for it
 */
public record AgentJob(JobSpec spec, CheckpointStore store, WorkerLauncher launcher) {}
