/**
 * A job's profile, assembled from its samples.
 *
 * <p>In come {@link org.atomizable.api.profile.Sample}s, after each calibration run and each subjob; out comes the next
 * {@link org.atomizable.profiler.profile.JobProfile}, whose answers name the method by which each was obtained. It never
 * measures, never asks for the time and never changes a profile that was handed out.
 *
 * <table>
 * <caption>Methods, in the order in which they are tried</caption>
 * <tr><th>method</th><th>memory of k atoms in a row</th><th>time of k atoms in a row</th></tr>
 * <tr><td>order statistic of whole subjobs</td><td>of the largest peaks of subjobs planned for k atoms or more, over their first
 * k; only whole subjobs are so bounded, see {@link org.atomizable.profiler.fit.SubjobCurves}</td><td>of their times</td></tr>
 * <tr><td>order statistic</td><td>of the largest peaks of blocks of atoms, each kept with its share of {@code theta}; see
 * {@link org.atomizable.profiler.fit.BlockSeries}</td><td>of sums over blocks of atoms, each kept with its share of
 * {@code epsilon}</td></tr>
 * <tr><td>generalized Pareto</td><td>the upper limit of a rare quantile of the blocks' tail, where they have one and nothing was
 * declared; see {@code ParetoTail}</td><td>likewise</td></tr>
 * <tr><td>analytic</td><td>what was counted from what the job is made of, until a phase was measured</td><td>never</td></tr>
 * <tr><td>declared</td><td>what the job declared, or the largest peak with the margin for other kinds of slice; no longer once
 * a peak has exceeded the declaration</td><td>never</td></tr>
 * <tr><td>widened maximum</td><td>largest peak seen, times 1.1; more where a tail
 * reaches further</td><td>largest block seen, times 1.25 + 1/m for m blocks; likewise</td></tr>
 * <tr><td>not counted</td><td>no bytes: all samples say so, and the job declared nothing</td><td>never</td></tr>
 * <tr><td>unknown</td><td>more than any slice has</td><td>longer than any window, 1,000 days</td></tr>
 * </table>
 *
 * <p>Samples that all say "no bytes" come from a job that does not count its memory. They prove nothing, so that what it
 * declared stays believed; where it declared nothing, it is taken to need none, or it could never run.
 *
 * <p>What is asked of the samples is not quite what was promised: {@link org.atomizable.profiler.profile.KeptPromises} asks
 * for more after a promise was broken, and takes that back while none is, so that in the long run no more are broken than was
 * promised, whatever the job does.
 *
 * <p>Only {@code order statistic} and {@code order statistic of whole subjobs} are proved, of exchangeable samples or subjobs;
 * {@link org.atomizable.profiler.profile.Assurance} tells what stands behind a method. A tail's limit supposes that it goes on as it began. The
 * others are stated guesses, and the guards that
 * watch a running subjob stop it at a safe point where one of them was wrong.
 *
 * <p>A kind of slice with fewer than three samples of a phase is answered from those of all kinds: {@code , pooled} is added
 * to the method, times are multiplied by 1.5 and memory by 1.1. What was never seen under a
 * key, but under another, is answered from that: {@code , of KEY times FACTOR}. A phase never seen anywhere is answered from
 * another one:
 * {@code , from steady} and the like is added. Memory then comes from the phase that needed most, times 1.25; the time of a
 * warm-up from four times that of a steady atom, that of a steady atom from a warm-up's, and that of any other phase is
 * unknown.
 */
@NullMarked
package org.atomizable.profiler.profile;

import org.jspecify.annotations.NullMarked;
