/**
 * Makes a DJL training an {@link org.atomizable.api.Atomizable} job that resumes exactly.
 *
 * <p>Input: a model, a loss, an optimizer and a source of examples. Output: a job whose atom is one optimizer step on
 * one batch. Start with {@link org.atomizable.djl.DjlTraining}; a first run needs nothing else. Code that has a DJL
 * {@code Trainer} passes a supplier of it, and keeps its optimizer, loss, evaluators and listeners.
 * {@link org.atomizable.djl.DjlInference} lets a trained model answer a data set.
 *
 * <p>Exact resumption depends on four rules. First, progress is a single number, the count of completed atoms. The
 * epoch, the position in it, the learning rate and the optimizer's bias corrections are computed from that number, so
 * they cannot be saved at different steps. Second, the engine's random draws depend on (seed, atom) only, because the
 * engine's generator can be seeded but not read. Third, every array that a step reads is in the engine's own aligned
 * memory, because some of its kernels compute other bits at other alignments. Fourth, the optimizers call the same
 * native updates as DJL's own, and this package saves their state. The state of a trainer's optimizer is found in its fields.
 *
 * <p>The package saves only what it can see: the model's parameters and the optimizer's state. A block that keeps state
 * in its own fields, or that uses a random number generator other than DJL's, does not resume exactly.
 *
 * <p>DJL is an optional dependency of this module; only this package needs it.
 */
@NullMarked
package org.atomizable.djl;

import org.jspecify.annotations.NullMarked;
