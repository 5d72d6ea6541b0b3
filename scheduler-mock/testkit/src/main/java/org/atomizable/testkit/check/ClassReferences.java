package org.atomizable.testkit.check;

import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;

/** The methods and classes that a compiled class names, read from its constant pool (JVM specification, section 4.4). */
final class ClassReferences {

    private static final int UTF8 = 1;
    private static final int LONG = 5;
    private static final int DOUBLE = 6;
    private static final int CLASS = 7;
    private static final int FIELD = 9;
    private static final int METHOD = 10;
    private static final int INTERFACE_METHOD = 11;
    private static final int NAME_AND_TYPE = 12;
    private static final int METHOD_HANDLE = 15;

    private final Map<Integer, String> texts = new HashMap<>();
    private final Map<Integer, int[]> pairs = new HashMap<>();
    private final Map<Integer, Integer> classNames = new HashMap<>();
    private final Set<Integer> memberEntries = new LinkedHashSet<>();

    private ClassReferences() {}

    /** Reads a class file; one that is not found or not understood names nothing. */
    static ClassReferences of(Class<?> type) {
        ClassReferences read = new ClassReferences();
        String file = "/" + type.getName().replace('.', '/') + ".class";
        try (InputStream in = type.getResourceAsStream(file)) {
            if (in != null) {
                read.read(new DataInputStream(in));
            }
        } catch (IOException e) {
            return new ClassReferences();
        }
        return read;
    }

    private void read(DataInputStream in) throws IOException {
        in.skipNBytes(8);
        int count = in.readUnsignedShort();
        for (int i = 1; i < count; i++) {
            int tag = in.readUnsignedByte();
            readEntry(in, i, tag);
            if (tag == LONG || tag == DOUBLE) {
                i++;
            }
        }
    }

    private void readEntry(DataInputStream in, int index, int tag) throws IOException {
        switch (tag) {
            case UTF8 -> texts.put(index, in.readUTF());
            case CLASS -> classNames.put(index, in.readUnsignedShort());
            case FIELD, METHOD, INTERFACE_METHOD -> {
                pairs.put(index, new int[] {in.readUnsignedShort(), in.readUnsignedShort()});
                memberEntries.add(index);
            }
            case NAME_AND_TYPE -> pairs.put(index, new int[] {in.readUnsignedShort(), in.readUnsignedShort()});
            case LONG, DOUBLE -> in.skipNBytes(8);
            case METHOD_HANDLE -> in.skipNBytes(3);
            case 8, 16, 19, 20 -> in.skipNBytes(2);
            default -> in.skipNBytes(4);
        }
    }

    /** Returns the members that it uses; methods as {@code java.lang.System.nanoTime()J}. */
    Set<String> members() {
        Set<String> members = new LinkedHashSet<>();
        for (int entry : memberEntries) {
            int[] pair = pairs.getOrDefault(entry, new int[2]);
            int[] member = pairs.getOrDefault(pair[1], new int[2]);
            members.add("%s.%s%s".formatted(className(pair[0]), texts.get(member[0]), texts.get(member[1])));
        }
        return members;
    }

    /** Returns the names of the classes whose members it uses. Those that are only named, as its siblings in a nest, are left out. */
    Set<String> classes() {
        Set<String> classes = new LinkedHashSet<>();
        for (int entry : memberEntries) {
            String name = className(pairs.getOrDefault(entry, new int[2])[0]);
            if (!name.startsWith("[")) {
                classes.add(name);
            }
        }
        return classes;
    }

    private String className(int entry) {
        String name = texts.get(classNames.getOrDefault(entry, 0));
        return name == null ? "?" : name.replace('/', '.');
    }
}
