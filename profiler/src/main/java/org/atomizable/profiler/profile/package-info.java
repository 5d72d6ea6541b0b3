/**
 * A job's profile, built from its samples.
 *
 * <p>Input: {@link org.atomizable.api.profile.Sample}s, after each subjob. Output: the next
 * {@link org.atomizable.profiler.profile.JobProfile}. Each of its answers names the method by which it was obtained.
 * The package never measures, never reads a clock, and never changes a profile that it has returned.
 *
 * <table>
 * <caption>Methods, in the order in which they are tried</caption>
 * <tr><th>method</th><th>memory of k consecutive atoms</th><th>time of k consecutive atoms</th></tr>
 * <tr><td>order statistic of whole subjobs</td><td>over the peaks, in their first k atoms, of the subjobs that were planned for k
 * atoms or more; used for whole subjobs only, see {@link org.atomizable.profiler.fit.SubjobCurves}</td><td>over their times</td></tr>
 * <tr><td>order statistic</td><td>over the largest peaks of blocks of atoms; each block gets its share of {@code theta}; see
 * {@link org.atomizable.profiler.fit.BlockSeries}</td><td>over the sums of blocks of atoms; each block gets its share of
 * {@code epsilon}</td></tr>
 * <tr><td>generalized Pareto</td><td>the upper confidence limit of a rare quantile of the blocks' tail, if they have one and the
 * job declared nothing; see {@code ParetoTail}</td><td>the same</td></tr>
 * <tr><td>analytic</td><td>computed from the job's model and parameters, until the phase was measured; then a cap of
 * the estimates</td><td>never</td></tr>
 * <tr><td>declared</td><td>the job's declaration, until less is proved or a peak exceeds it; see {@code Limits}</td><td>never</td></tr>
 * <tr><td>widened maximum</td><td>the largest peak seen, times the factor of {@link org.atomizable.profiler.fit.Widening}, 1.1 or more. A fitted
 * tail that reaches further raises it.</td><td>the largest block seen, times 1.25 + 1/m for m blocks. Such a tail raises it, too.</td></tr>
 * <tr><td>not counted</td><td>no bytes: all samples say so, and the job declared nothing</td><td>never</td></tr>
 * <tr><td>unknown</td><td>more than any slice has</td><td>longer than any window, 1,000 days</td></tr>
 * </table>
 *
 * <p>If all samples say "no bytes", the job does not count its memory. Such samples prove nothing, so the job's
 * declaration is still used. If the job declared nothing, the profile assumes that it needs no memory; otherwise the
 * job could never run.
 *
 * <p>The profile does not use exactly the promised probability. {@link org.atomizable.profiler.profile.KeptPromises}
 * makes it stricter after a bound was exceeded, and relaxes it again while none is. In the long run, therefore, no more
 * bounds are exceeded than was promised, whatever the job does.
 *
 * <p>Only {@code order statistic} and {@code order statistic of whole subjobs} are proved, of exchangeable samples or subjobs;
 * {@link org.atomizable.profiler.profile.Assurance} tells what stands behind a method. A tail's limit supposes that it goes on as it began. The
 * others are stated guesses, and the guards that
 * watch a running subjob stop it at a safe point where one of them was wrong.
 *
 * <p>A job's stages, {@link org.atomizable.api.JobSpec#stages}, and the changes of memory that were found within them, {@link
 * org.atomizable.profiler.profile.MemoryChange}, are bounded each by its own samples; a fall counts as a change once whole subjobs since
 * then prove it. What lies ahead of the newest atom is bounded by the samples since the newest change. That promises nothing about a rise
 * which has not been measured: a guard or a failed subjob meets
 * it, and no bound is then less than the newest peaks.
 *
 * <p>If a kind of slice has fewer than three samples of a phase, the samples of all kinds are used: {@code , pooled} is
 * added to the method, times are multiplied by 1.5 and memory by 1.1. If a phase was never measured under this key but
 * was under another, that key's measurement is scaled: {@code , of KEY times FACTOR}. If a phase was never measured
 * anywhere, another phase is used: {@code , from steady} and the like is added. Its memory is then that of the phase
 * that needed most, times 1.25. The time of a warm-up is four times that of a steady atom; the time of a steady atom is
 * that of a warm-up; the time of any other phase is unknown.
 */
@NullMarked
package org.atomizable.profiler.profile;

import org.jspecify.annotations.NullMarked;
