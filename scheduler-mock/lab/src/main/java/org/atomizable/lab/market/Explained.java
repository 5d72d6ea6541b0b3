package org.atomizable.lab.market;

/**
 * Why a bid won or lost.
 *
 * @param own the job's utility as declared, in [0, 1]
 * @param rho how far that is believed
 * @param seen the scheduler's utility, in [0, 1]
 * @param waitedSeconds since the job last won
 * @param score all of that together
 * @param weight the score for each second: what was cleared
 * @param won whether it won
 * @param lostBy how much heavier it would have had to be; 0 if it won
 */
public record Explained(
        String job,
        Strategy strategy,
        String variant,
        double own,
        double rho,
        double seen,
        double waitedSeconds,
        double score,
        double weight,
        boolean won,
        double lostBy) {}
