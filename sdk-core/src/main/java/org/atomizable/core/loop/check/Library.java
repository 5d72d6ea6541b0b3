package org.atomizable.core.loop.check;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.atomizable.core.annotate.Unrepeatable;
import org.objectweb.asm.Handle;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.InvokeDynamicInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;

/** Knows methods of the JDK and of {@code Run}: which change an object, replace all that it holds, or return a part of it. */
final class Library {

    static final String RUN = "org/atomizable/api/Run";
    private static final String ATOMIZABLE = "org/atomizable/api/Atomizable";

    /** How a method uses an object that it is given. */
    enum Use {
        READS,
        CHANGES,
        REPLACES,
        IGNORES
    }

    private static final Pattern CHANGING = Pattern.compile(
            "(add|put|remove|set|push|pop|poll|offer|insert|append|delete|replace|merge|compute"
                    + "|next|increment|decrement|getAnd|accumulate|update|lazySet|compareAnd|weakCompareAnd|sort|retain|drain|take|read|skip|accept|combine"
                    + "|write|find|lookingAt|matches|digest|doFinal|countDown|acquire|tryAcquire|release|arrive|clear|reset|flip|rewind|previous|reverse|swap|ints|longs|doubles|transfer|decrementAnd|split|sum(AndR|ThenR)eset|or$|and$|xor$).*");

    private static final Pattern HOLDER = Pattern.compile(
            "java/lang/ThreadLocal|java/util/[A-Z]\\w*|java/util/PrimitiveIterator\\$\\w+|java/util/concurrent/(\\w+|atomic/\\w+)|java/util/random/\\w+"
                    + "|java/util/Map\\$Entry|java/lang/StringBu(ilder|ffer)|java/nio/\\w+Buffer|java/io/\\w*(Reader|InputStream|Scanner|File)"
                    + "|java/io/(ByteArrayOutputStream|StringWriter|CharArrayWriter)|java/util/zip/(CRC32C?|Adler32|Checksum)"
                    + "|java/util/regex/Matcher|java/security/MessageDigest|javax/crypto/Mac");

    /** They add to what they hold, and are of use only over several additions. */
    private static final Pattern ADDING = Pattern.compile(
            "L?java/(io/(ByteArrayOutputStream|StringWriter|CharArrayWriter)|util/\\w+SummaryStatistics|util/zip/(CRC32C?|Adler32|Checksum)"
                    + "|util/regex/Matcher|security/MessageDigest|util/concurrent/(Semaphore|CountDownLatch|Phaser));?|L?javax/crypto/Mac;?");

    /** Never changed by a method. */
    private static final Pattern VALUE =
            Pattern.compile("java/util/(Optional\\w*|Objects|Locale|UUID|Arrays|Collections)|java/util/function/.*");

    private static final Pattern GIVING = Pattern.compile(
            "java/util/(Optional\\w*|(concurrent/)?\\w*(List|Set|Map|Deque|Queue|Collection|Iterator))|java/lang/Iterable|java/util/stream/\\w*Stream");

    private static final Pattern HOLDING = Pattern.compile(
            "java/lang/Class|java/util/(Map\\$Entry|Spliterator|Enumeration|Vector|Stack|Hashtable)|java/util/stream/Collector"
                    + "|java/util/concurrent/(\\w*Future|atomic/AtomicReference\\w*)");

    private static final Pattern LOGGER = Pattern.compile(
            "org/slf4j/.*|java/util/logging/.*|java/lang/System\\$Logger.*|org/apache/(logging|commons/logging)/.*");

    private static final Pattern COMPUTING = Pattern.compile(
            "java/lang/(Long|Integer|Double|Float|Boolean|Short|Byte|Character|Number|Math|StrictMath|String|CharSequence|StringBuilder|Object"
                    + "|Comparable)|java/time/.*|java/text/.*|java/math/.*|java/util/(Date|Calendar|Objects|Locale|UUID|Formatter)"
                    + "|java/util/concurrent/TimeUnit");

    private static final Pattern CONSTANT = Pattern.compile(
            "java/lang/(String|Integer|Long|Double|Float|Boolean|Short|Byte|Character)|java/math/.*|java/time/.*");

    private static final Set<String> PARTS = Set.of(
            "get",
            "getFirst",
            "getLast",
            "getOrDefault",
            "getKey",
            "getValue",
            "iterator",
            "listIterator",
            "next",
            "values",
            "entrySet",
            "keySet",
            "subList",
            "peek",
            "element",
            "first",
            "last",
            "pop",
            "poll",
            "remove",
            "append",
            "insert",
            "computeIfAbsent",
            "orElseThrow",
            "orElse",
            "stream",
            "peekFirst",
            "peekLast",
            "firstEntry",
            "lastEntry");

    private static final Set<String> WRAPPING =
            Set.of("of", "asList", "entry", "ofEntries", "requireNonNull", "unsaved");

    private Library() {}

    /** Returns the method that a lambda or a method reference runs. */
    static Optional<Handle> lambda(InvokeDynamicInsnNode node) {
        boolean isLambda = node.bsm.getOwner().equals("java/lang/invoke/LambdaMetafactory");
        return isLambda && node.bsmArgs[1] instanceof Handle handle ? Optional.of(handle) : Optional.empty();
    }

    static boolean isRun(MethodInsnNode call) {
        return call.owner.equals(RUN);
    }

    /** Returns whether a call makes an object over which a program loops. */
    static boolean isLoop(MethodInsnNode call) {
        return isRun(call) ? Set.of("iterator", "over", "epochs", "turns").contains(call.name) : beginsLoop(call);
    }

    /** Returns whether a call gives the turns of a loop. */
    static boolean givesTurns(MethodInsnNode call) {
        return isLoop(call) && !beginsLoop(call);
    }

    static boolean beginsLoop(MethodInsnNode call) {
        return call.owner.equals(ATOMIZABLE) && call.name.equals("loop");
    }

    static boolean asksForTurn(MethodInsnNode call) {
        return call.owner.equals("java/util/Iterator") && call.name.equals("hasNext");
    }

    static boolean takesTurn(MethodInsnNode call) {
        return call.owner.equals("java/util/Iterator") && call.name.equals("next");
    }

    static boolean makesIterator(MethodInsnNode call) {
        return call.name.equals("iterator") && call.desc.startsWith("()");
    }

    /** Returns whether a call of {@code Run.state} or {@code Run.unsaved} registers its last argument and returns it. */
    static boolean registers(MethodInsnNode call) {
        return isRun(call)
                && (call.name.equals("unsaved")
                        || (call.name.equals("state") && Type.getArgumentTypes(call.desc).length == 2));
    }

    /** Returns whether a call of {@code Run.state} registers an object that writes itself. */
    static boolean registersSaver(MethodInsnNode call) {
        return isRun(call) && call.name.equals("state") && Type.getArgumentTypes(call.desc).length == 3;
    }

    /** Returns whether a call writes a line for people: what is printed is no result. */
    static boolean logs(Code code, int at) {
        if (!(code.at(at) instanceof MethodInsnNode call)) {
            return false;
        }
        return LOGGER.matcher(call.owner).matches()
                || (call.owner.equals("java/io/PrintStream")
                        && code.operands(at).get(0).from().stream()
                                .allMatch(it -> it >= 0
                                        && code.at(it) instanceof FieldInsnNode field
                                        && field.owner.equals("java/lang/System")));
    }

    /** Returns whether a call gives what its receiver holds to the lambda that it is given. */
    static boolean givesParts(MethodInsnNode call) {
        return GIVING.matcher(call.owner).matches() && !call.name.equals("computeIfAbsent");
    }

    /** Returns whether an object of one type may be one of the other; of the JDK, since other types are not known. */
    static boolean areRelated(String one, String other) {
        if (!one.startsWith("java/") || !other.startsWith("java/")) {
            return false;
        }
        try {
            Class<?> first = Class.forName(one.replace('/', '.'), false, null);
            Class<?> second = Class.forName(other.replace('/', '.'), false, null);
            return first.isAssignableFrom(second) || second.isAssignableFrom(first);
        } catch (ClassNotFoundException e) {
            return true;
        }
    }

    /** Returns whether objects of a type of the JDK never change. */
    static boolean isValue(String type) {
        return CONSTANT.matcher(type).matches();
    }

    /** Returns whether a call only makes a value of what it is given. */
    static boolean computes(MethodInsnNode call) {
        return COMPUTING.matcher(call.owner).matches()
                && Unrepeatable.rule(call.owner.replace('/', '.'), call.name, 1).isEmpty();
    }

    /** Returns the receiver or arguments whose origins the result of a call has. */
    static List<Origins> kept(MethodInsnNode call, List<? extends Origins> values) {
        List<Origins> kept = new ArrayList<>();
        Type returned = Type.getReturnType(call.desc);
        if (returned.getSort() != Type.OBJECT && returned.getSort() != Type.ARRAY) {
            return kept;
        }
        if (registers(call)) {
            kept.add(values.get(values.size() - 1));
        } else if (isRun(call) && call.name.equals("over") && call.desc.startsWith("(Ljava/util/List;")) {
            kept.add(values.get(1));
        } else if (call.getOpcode() == Opcodes.INVOKESTATIC
                && WRAPPING.contains(call.name)
                && call.owner.startsWith("java/")) {
            kept.addAll(values);
        } else if (call.owner.equals("java/lang/Class") && call.name.equals("cast")) {
            kept.add(values.get(1));
        } else if (call.getOpcode() != Opcodes.INVOKESTATIC
                && PARTS.contains(call.name)
                && (call.owner.startsWith("java/") || makesIterator(call))) {
            kept.add(values.get(0));
        }
        return kept;
    }

    /** Returns whether the result of a call is an element of what it is given: where the type of the result is that of elements. */
    static boolean givesElement(MethodInsnNode call) {
        boolean isSame = registers(call)
                || isRun(call)
                || call.name.equals("requireNonNull")
                || (call.owner.equals("java/lang/Class") && call.name.equals("cast"));
        return !isSame
                && !Set.of("clone", "collect").contains(call.name)
                && Set.of("java/lang/Object", "java/lang/Comparable", "java/lang/Enum")
                        .contains(ElementTypes.name(Type.getReturnType(call.desc)));
    }

    static boolean isEntry(String type) {
        return type.equals("java/util/Map$Entry");
    }

    /** Returns whether a method is of the JDK; an array has those of objects. */
    static boolean isOfJdk(MethodInsnNode call) {
        return call.owner.startsWith("java/") || call.owner.startsWith("[");
    }

    /** Returns the declared types of what a call is given; that of the receiver is first. */
    static List<Type> operandTypes(MethodInsnNode call) {
        List<Type> types = new ArrayList<>(List.of(Type.getArgumentTypes(call.desc)));
        if (call.getOpcode() != Opcodes.INVOKESTATIC) {
            types.add(0, Type.getObjectType(call.owner));
        }
        return types;
    }

    /** Returns whether objects of a type hold others that they give back. */
    static boolean mayHold(Type type) {
        return type.getSort() == Type.ARRAY
                ? type.getDescriptor().length() > 2
                : type.getSort() == Type.OBJECT
                        && (GIVING.matcher(type.getInternalName()).matches()
                                || HOLDING.matcher(type.getInternalName()).matches());
    }

    /** Returns whether the result of a call may be an object that it is given: a method of a collection mostly only looks for that. */
    static boolean mayGiveBack(MethodInsnNode call, int position) {
        return call.getOpcode() == Opcodes.INVOKESTATIC
                || (position > 0 && Set.of("getOrDefault", "orElse", "reduce").contains(call.name));
    }

    static boolean collectsMap(MethodInsnNode call) {
        return call.owner.equals("java/util/stream/Collectors") && call.name.matches("to\\w*Map");
    }

    /** Returns whether a call gives what a function makes of elements, and not these. */
    static boolean maps(MethodInsnNode call) {
        return call.name.startsWith("map") || call.name.startsWith("flatMap");
    }

    /**
     * Returns how a method that is not the program's own uses what it is given.
     *
     * @param position 0 for the receiver, or for the first argument of a static method
     */
    static Use use(MethodInsnNode call, int position, boolean isResultUsed) {
        if (isRun(call) || call.owner.equals(ATOMIZABLE)) {
            return Use.IGNORES;
        }
        if (call.getOpcode() == Opcodes.INVOKESTATIC) {
            return staticUse(call, position);
        }
        if (position != 0 || !changes(call)) {
            return position == 0 && Set.of("<init>", "flush", "close").contains(call.name) ? Use.IGNORES : Use.READS;
        }
        if (replaces(call)) {
            return Use.REPLACES;
        }
        boolean returnsItself = call.name.equals("append") || call.name.equals("insert");
        return isResultUsed && !returnsItself ? Use.READS : Use.CHANGES;
    }

    /** Returns whether objects of a type add up what they are given until they are reset. */
    static boolean addsUp(String type) {
        return ADDING.matcher(type).matches();
    }

    /** Returns whether a call leaves an object that adds up as a new one is. */
    static boolean resets(MethodInsnNode call) {
        return addsUp(call.owner)
                && Set.of("reset", "digest", "doFinal", "release").contains(call.name);
    }

    private static boolean replaces(MethodInsnNode call) {
        return switch (call.name) {
            case "reset" -> addsUp(call.owner);
            case "clear" -> call.owner.startsWith("java/util/");
            case "set" ->
                call.owner.startsWith("java/util/concurrent/atomic/") && Type.getArgumentTypes(call.desc).length == 1;
            case "setLength" -> isZero(call.getPrevious());
            default -> false;
        };
    }

    private static Use staticUse(MethodInsnNode call, int position) {
        int arguments = Type.getArgumentTypes(call.desc).length;
        if (call.owner.equals("java/util/Arrays")) {
            return switch (call.name) {
                case "fill", "setAll", "parallelSetAll" ->
                    position != 0 ? Use.READS : arguments == 2 ? Use.REPLACES : Use.CHANGES;
                default -> Use.READS;
            };
        }
        if (call.owner.equals("java/lang/System") && call.name.equals("arraycopy")) {
            return position != 2 ? Use.READS : isZero(call.getPrevious().getPrevious()) ? Use.REPLACES : Use.CHANGES;
        }
        return call.owner.equals("java/util/Objects") && call.name.equals("requireNonNull") ? Use.IGNORES : Use.READS;
    }

    private static boolean isZero(AbstractInsnNode insn) {
        return insn instanceof InsnNode && insn.getOpcode() == Opcodes.ICONST_0;
    }

    /** Returns whether a call changes an object of the JDK that it is given at a position. */
    static boolean changes(MethodInsnNode call, int position) {
        if (call.getOpcode() != Opcodes.INVOKESTATIC) {
            return position == 0 && changes(call);
        }
        return switch (call.owner) {
            case "java/util/Arrays" ->
                position == 0
                        && Set.of("fill", "sort", "parallelSort", "setAll", "parallelSetAll", "parallelPrefix")
                                .contains(call.name);
            case "java/util/Collections" ->
                switch (position) {
                    case 0 ->
                        Set.of("addAll", "fill", "reverse", "rotate", "sort", "swap", "shuffle")
                                .contains(call.name);
                    case 1 -> call.name.equals("shuffle");
                    default -> false;
                };
            case "java/lang/System" -> position == 2 && call.name.equals("arraycopy");
            default -> false;
        };
    }

    private static boolean changes(MethodInsnNode call) {
        return HOLDER.matcher(call.owner).matches()
                && !VALUE.matcher(call.owner).matches()
                && CHANGING.matcher(call.name).matches();
    }
}
