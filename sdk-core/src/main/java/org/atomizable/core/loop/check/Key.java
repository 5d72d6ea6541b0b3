package org.atomizable.core.loop.check;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;

/** Something that one turn may write and another may read. */
sealed interface Key {

    /** A local variable of one method. */
    record Local(int slot) implements Key {}

    /** A field; of all objects, if it is not static. */
    record Field(String type, String name) implements Key {}

    /** The content of an object that comes from an instruction or a parameter of one method. */
    record Held(int origin) implements Key {}

    /** The content of the object in a field. */
    record HeldByField(Field field) implements Key {}

    /**
     * A setting of the JDK for the whole process, such as the default locale, by the method that sets it.
     *
     * @param method its name; of a system property with the name of that
     */
    record Setting(String type, String method) implements Key {

        private static final Setting LOCALE = new Setting("java/util/Locale", "setDefault");
        private static final Setting ZONE = new Setting("java/util/TimeZone", "setDefault");

        private static final Pattern SETTING = Pattern.compile(
                "java/util/(Locale|TimeZone)\\.setDefault|java/lang/Thread\\.set(Name|Priority)|java/lang/System\\.(set|clear)Property"
                        + "|java/net/\\w+\\.set(Default|FollowRedirects)|java/sql/DriverManager\\.setLoginTimeout");

        private static final Pattern PROPERTY = Pattern.compile(
                "java/lang/(System\\.getProperty|Integer\\.getInteger|Long\\.getLong|Boolean\\.getBoolean)");

        private static final Pattern OF_LOCALE = Pattern.compile(
                "java/lang/String\\.(format|formatted|toUpperCase|toLowerCase)|java/util/(Formatter|Scanner)\\.<init>"
                        + "|java/text/\\w*(Format|Collator|Symbols|Iterator)\\.(<init>|get\\w*Instance|format)"
                        + "|java/util/(Calendar|Currency|ResourceBundle)\\.get\\w+|java/time/format/DateTimeFormatter\\.of\\w+");

        private static final Pattern OF_ZONE = Pattern.compile(
                "java/time/ZoneId\\.systemDefault|java/util/Calendar\\.getInstance|java/util/GregorianCalendar\\.<init>"
                        + "|java/text/\\w*DateFormat\\.(<init>|get\\w*Instance)|java/util/Date\\.(toString|get(Hours|Date|Day|Minutes|Month|Year))"
                        + "|java/sql/(Timestamp|Date|Time)\\.(valueOf|to\\w+)");

        /** Returns what a call sets. */
        static Optional<Setting> set(Code code, int at) {
            return code.at(at) instanceof MethodInsnNode call
                            && SETTING.matcher(call.owner + "." + call.name).matches()
                    ? of(code, at, call.owner, call.name.replaceFirst("^clear", "set"))
                    : Optional.empty();
        }

        /** Returns on what the result of a call depends. */
        static List<Setting> read(Code code, int at) {
            List<Setting> read = new ArrayList<>();
            if (code.at(at) instanceof MethodInsnNode call && call.owner.startsWith("java/")) {
                String name = call.owner + "." + call.name;
                if (PROPERTY.matcher(name).matches()) {
                    of(code, at, "java/lang/System", "setProperty").ifPresent(read::add);
                } else if (call.name.startsWith("get")) {
                    of(code, at, call.owner, "set" + call.name.substring(3)).ifPresent(read::add);
                }
                if (OF_LOCALE.matcher(name).matches() && !call.desc.contains("Ljava/util/Locale;")) {
                    read.add(LOCALE);
                }
                if (OF_ZONE.matcher(name).matches()) {
                    read.add(ZONE);
                }
            }
            return read;
        }

        /** A property has a constant name, and of threads only the current one is known. */
        private static Optional<Setting> of(Code code, int at, String type, String method) {
            List<Origins> operands = code.operands(at);
            Predicate<Predicate<AbstractInsnNode>> first = it -> !operands.isEmpty()
                    && operands.get(0).from().size() == 1
                    && operands.get(0).from().stream().allMatch(origin -> origin >= 0 && it.test(code.at(origin)));
            if (method.equals("setProperty")) {
                return first.test(it -> it instanceof LdcInsnNode)
                        ? Optional.of(
                                new Setting(type, "setProperty(\"%s\")".formatted(constant(code, operands.get(0)))))
                        : Optional.empty();
            }
            boolean known = code.at(at).getOpcode() == Opcodes.INVOKESTATIC
                    || first.test(it -> it instanceof MethodInsnNode made && made.name.equals("currentThread"));
            return known ? Optional.of(new Setting(type, method)) : Optional.empty();
        }

        private static Object constant(Code code, Origins value) {
            return ((LdcInsnNode) code.at(value.from().iterator().next())).cst;
        }
    }

    /** Returns the field that it is, or whose object it is the content of. */
    default Optional<Field> ofField() {
        return this instanceof Field field
                ? Optional.of(field)
                : this instanceof HeldByField held ? Optional.of(held.field()) : Optional.empty();
    }

    /** Returns whether it means the same in every method. */
    default boolean isGlobal() {
        return this instanceof Field || this instanceof HeldByField || this instanceof Setting;
    }
}
