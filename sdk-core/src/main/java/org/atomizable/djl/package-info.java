/**
 * Makes a DJL training an {@link org.atomizable.api.Atomizable} job that resumes exactly.
 *
 * <p>In come a model, a loss, an optimizer and a source of examples; out comes a job whose atom is one optimizer step on one
 * batch. {@link org.atomizable.djl.DjlTraining} is the door; nothing else is needed for a first run.
 *
 * <p>Exactness rests on few ideas. One number, the atoms done, is all the progress there is: the epoch, the place within it,
 * the learning rate and the optimizer's bias corrections follow from it, so they cannot be saved at different steps. What the
 * engine draws at random follows from (seed, atom), since the engine's generator can be seeded but not read. Every array that
 * a step reads lies in the engine's own aligned memory, since some of its kernels give other bits at other alignments. The
 * optimizers call the same native updates as DJL's own, and their state is ours to save.
 *
 * <p>What belongs to the model beside its parameters is not seen: a block that keeps state in fields of its own, or draws
 * from another generator than DJL's, is not resumed exactly.
 *
 * <p>DJL is an optional dependency of this module; only this package needs it.
 */
@NullMarked
package org.atomizable.djl;

import org.jspecify.annotations.NullMarked;
