/**
 * The main job of the project, end to end: jobs trained in competition through windows on a simulated node, each then run
 * straight through, and both compared bit for bit.
 *
 * <p>In comes a plan, out go a report, two pictures and a verdict. Nothing here knows how any of it works.
 */
@NullMarked
package org.atomizable.cli.demo;

import org.jspecify.annotations.NullMarked;
