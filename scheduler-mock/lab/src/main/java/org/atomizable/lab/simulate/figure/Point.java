package org.atomizable.lab.simulate.figure;

/**
 * A place in a picture or in a diagram.
 *
 * @param x to the right
 * @param y downwards in a picture, upwards in a diagram
 */
record Point(double x, double y) {}
