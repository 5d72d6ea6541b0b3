package org.atomizable.scheduler.clear;

/**
 * Why a bid won or lost.
 *
 * @param scored what it was worth, and out of what
 * @param lostBy how much heavier it would have had to be; 0 if it won, or might as well have
 */
public record Explained(Scored scored, boolean won, double lostBy) {}
