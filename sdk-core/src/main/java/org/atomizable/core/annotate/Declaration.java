package org.atomizable.core.annotate;

import java.util.List;
import java.util.Set;
import org.atomizable.api.JobSpec;
import org.atomizable.api.annotation.Stage;

/**
 * The values of the annotations on a job's class.
 *
 * @param spec the job's spec, with no total if a method returns it
 * @param memory the declared memory as the author wrote it; empty if none
 * @param parameterTraits the traits whose values are those of parameters, and not the ones in the spec
 * @param stages the stages as the author wrote them
 */
record Declaration(JobSpec spec, String memory, Set<String> parameterTraits, List<Stage> stages) {}
