/**
 * Holds every code block of every page to what it says. In: the Markdown files of {@code docs}, the README and the notes for contributors.
 * Out: a failed test with page, line and reason. A new block is covered without a change here. Never does it correct a page, and never
 * is a block left out silently: what is not run is listed in {@code pages/not-run.txt} with the reason.
 */
@NullMarked
package org.atomizable.examples.pages;

import org.jspecify.annotations.NullMarked;
