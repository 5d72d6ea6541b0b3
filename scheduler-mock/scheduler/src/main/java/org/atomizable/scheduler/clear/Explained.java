package org.atomizable.scheduler.clear;

/**
 * Why a bid won or lost.
 *
 * @param scored its score, and the components of the score
 * @param lostBy how much more weight it would have needed; 0 if it won or was equal to the winner
 */
public record Explained(ScoredProposal scored, boolean won, double lostBy) {}
