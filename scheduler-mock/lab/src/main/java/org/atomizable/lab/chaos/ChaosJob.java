package org.atomizable.lab.chaos;

import java.util.Map;

/**
 * A job of a chaos run.
 *
 * @param name its own, among all of the run
 * @param job by which it is found on the class path
 * @param sha256 of the state in which a run without interruption ends
 */
record ChaosJob(String name, String job, Map<String, String> parameters, String sha256) {}
