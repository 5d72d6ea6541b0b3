package org.atomizable.examples.names;

/**
 * The name of a concept in one language.
 *
 * @param concept what it is, such as {@code country/DE}
 * @param language place of the language in {@link NameSet#LANGUAGES}
 * @param name what it is called
 */
public record NamedConcept(String concept, int language, String name) {}
