package org.atomizable.scheduler.clear;

/**
 * Who gets a window.
 *
 * @param winner the candidate chosen
 * @param why in a few words, for a person
 */
public record Choice(Candidate winner, String why) {}
