package org.atomizable.core.loop.check;

/** Something that one turn may write and another may read. */
sealed interface Key {

    /** A local variable of one method. */
    record Local(int slot) implements Key {}

    /** A field; of all objects, if it is not static. */
    record Field(String type, String name) implements Key {}

    /** What an object holds that comes from an instruction or a parameter of one method. */
    record Held(int origin) implements Key {}

    /** What the object in a field holds. */
    record HeldByField(Field field) implements Key {}

    /** Returns whether it means the same in every method. */
    default boolean isGlobal() {
        return this instanceof Field || this instanceof HeldByField;
    }
}
