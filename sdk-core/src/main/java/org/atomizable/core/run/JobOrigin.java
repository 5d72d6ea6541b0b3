package org.atomizable.core.run;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestOutputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.atomizable.api.JobSpec;

/**
 * The identity of a job when it wrote a checkpoint: its class, command or name, its parameters, how many atoms it has, and the code of its class or
 * of the scripts that its command names. A state is that of one job; whether another one may go on from it, only its author can tell. It is kept in
 * the notes of checkpoints.
 *
 * @param notes what is known, by the keys of notes
 */
public record JobOrigin(SortedMap<String, String> notes) {

    private static final String PREFIX = "origin.";
    private static final String JOB = PREFIX + "job";
    private static final String PARAMETER = PREFIX + "parameter.";
    private static final String CODE = PREFIX + "code";
    private static final String TOTAL = PREFIX + "total";

    /** How long a command may take for its answers says nothing of what it computes. */
    private static final Set<String> LIMITS_OF_A_COMMAND = Set.of("start-limit", "answer-limit");

    private static final String COMMAND = "command";

    private static final Pattern WORDS = Pattern.compile("[\\s\"'=;|&<>()]+");
    private static final Pattern PROGRAM = Pattern.compile("[.](py|sh|bash|pl|rb|R|jl|js|lua|m|jar)$");

    /** Copies them. */
    public JobOrigin {
        notes = Collections.unmodifiableSortedMap(new TreeMap<>(notes));
    }

    /** Returns that of a job as it is now. */
    public static JobOrigin of(JobSource job, JobSpec spec) {
        return of(job.origin(), spec);
    }

    /** Returns the same of what a source says of its job; nothing if it says nothing. */
    static JobOrigin of(Map<String, String> origin, JobSpec spec) {
        SortedMap<String, String> notes = new TreeMap<>(origin);
        if (!notes.isEmpty()) {
            spec.totalAtoms().ifPresent(it -> notes.put(TOTAL, Long.toString(it)));
        }
        return new JobOrigin(notes);
    }

    /** Returns that of the job that wrote a checkpoint with these notes; empty where it was not noted. */
    public static JobOrigin from(Map<String, String> notes) {
        SortedMap<String, String> known = new TreeMap<>();
        notes.forEach((key, value) -> {
            if (key.startsWith(PREFIX)) {
                known.put(key, value);
            }
        });
        return new JobOrigin(known);
    }

    /**
     * Returns all but the number of atoms, which only an instance tells.
     *
     * @param job its class, command or name
     * @param code the class that is or makes the job; empty if it cannot be found
     */
    public static SortedMap<String, String> notes(String job, Map<String, String> parameters, Optional<Class<?>> code) {
        SortedMap<String, String> notes = new TreeMap<>();
        notes.put(JOB, job);
        parameters.forEach((name, value) -> {
            if (!(job.equals(COMMAND) && LIMITS_OF_A_COMMAND.contains(name))) {
                notes.put(PARAMETER + name, value);
            }
        });
        notes.put(
                CODE,
                job.equals(COMMAND)
                        ? digest(programs(parameters.getOrDefault(COMMAND, "")))
                        : code.map(JobOrigin::digest).orElse(""));
        return notes;
    }

    /** Returns the scripts and archives that a line names, in its order; what these use in turn is not known. */
    private static List<Path> programs(String line) {
        return WORDS.splitAsStream(line)
                .filter(PROGRAM.asPredicate())
                .map(Path::of)
                .filter(Files::isRegularFile)
                .toList();
    }

    /** Returns the digest of files; empty if there are none, or one cannot be read. */
    private static String digest(List<Path> files) {
        MessageDigest digest = sha256();
        try (OutputStream all = new DigestOutputStream(OutputStream.nullOutputStream(), digest)) {
            for (Path each : files) {
                Files.copy(each, all);
            }
            return files.isEmpty() ? "" : HexFormat.of().formatHex(digest.digest());
        } catch (IOException unreadable) {
            return "";
        }
    }

    /** Returns whether it was noted at all. */
    public boolean isKnown() {
        return notes.containsKey(JOB);
    }

    /** Returns whether the code of the job's class is another, as far as that is known of both. */
    public boolean hasOtherCodeThan(JobOrigin other) {
        String mine = notes.getOrDefault(CODE, "");
        String its = other.notes.getOrDefault(CODE, "");
        return !mine.isEmpty() && !its.isEmpty() && !mine.equals(its);
    }

    /**
     * A difference between two jobs.
     *
     * @param name of a parameter, or {@code job} or {@code total}
     * @param was its value; empty if there was none
     * @param is its value; empty if there is none
     */
    public record Difference(String name, String was, String is) {

        @Override
        public String toString() {
            return "%s was %s and is %s".formatted(name, value(was), value(is));
        }

        private static String value(String text) {
            return text.isEmpty() ? "not there" : "\"" + text + "\"";
        }
    }

    /** Returns in what a job as it is now differs from this one, but for its code. */
    public List<Difference> differences(JobOrigin now) {
        SortedSet<String> keys = new TreeSet<>(notes.keySet());
        keys.addAll(now.notes.keySet());
        keys.remove(CODE);
        List<Difference> differences = new ArrayList<>();
        for (String key : keys) {
            String was = notes.getOrDefault(key, "");
            String is = now.notes.getOrDefault(key, "");
            if (!was.equals(is)) {
                String name = key.substring((key.startsWith(PARAMETER) ? PARAMETER : PREFIX).length());
                differences.add(new Difference(name, was, is));
            }
        }
        return differences;
    }

    /** Returns the digest of a class; empty if its file cannot be read. */
    private static String digest(Class<?> code) {
        String file = "/" + code.getName().replace('.', '/') + ".class";
        try (InputStream in = code.getResourceAsStream(file)) {
            return in == null ? "" : HexFormat.of().formatHex(sha256().digest(in.readAllBytes()));
        } catch (IOException unreadable) {
            return "";
        }
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException("every Java has SHA-256", impossible);
        }
    }
}
