package org.atomizable.scheduler.clear;

/**
 * The winner of a window.
 *
 * @param winner the candidate chosen
 * @param why the reason, in a few words for a person
 */
public record Choice(SelectionCandidate winner, String why) {}
