/**
 * Real multilingual data that every JDK contains: the names of countries, languages and currencies in sixteen languages
 * (the CLDR names in module {@code jdk.localedata}). The task is to tell the language of a name from its letters.
 */
@NullMarked
package org.atomizable.examples.names;

import org.jspecify.annotations.NullMarked;
