package org.atomizable.testkit.check;

import java.lang.reflect.Field;
import org.jspecify.annotations.Nullable;

/**
 * A field of an object, or a static one.
 *
 * @param path how it is named
 * @param owner whose field it is; null of a static one
 */
record Slot(String path, @Nullable Object owner, Field field) {

    /** Tells whether an author wrote it: others help nobody to find a mistake. */
    boolean isOfUsers() {
        return !field.getDeclaringClass().getName().startsWith("org.atomizable.djl.");
    }

    /** Returns its value now, to be set later. */
    @Nullable
    Object value() {
        try {
            return field.get(owner);
        } catch (IllegalAccessException e) {
            throw new IllegalStateException("a field that could be read before cannot be read: " + path, e);
        }
    }

    /** Gives it a value; returns whether that could be done. */
    boolean set(@Nullable Object value) {
        try {
            field.set(owner, value);
            return true;
        } catch (IllegalAccessException | IllegalArgumentException e) {
            return false;
        }
    }
}
