/**
 * Makes the documentation site together with Maven's site plugin.
 *
 * <p>Input: the Markdown files of the repository, and later the pages that the plugin has rendered. Output: what the plugin reads, and
 * finished pages with a search index. It never changes a file of the repository.
 */
@NullMarked
package org.atomizable.site;

import org.jspecify.annotations.NullMarked;
