package org.atomizable.core.device;

import java.io.File;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** A limit of the worker's own process or machine, which a larger slice does not raise, by the words that tell of it. */
public enum Limit {

    /** EMFILE, of this process or of all. */
    OPEN_FILES(
            "Too many open files",
            "The worker's process may open no more files: raise the limit in the shell that starts run (ulimit -n 65536; LimitNOFILE of a "
                    + "service), or let the job close what it opens"),

    /** EAGAIN of a fork: the user, or the container, has as many processes and threads as it may have. */
    PROCESSES(
            "can't start new thread|unable to create (new )?native thread|pthread_create failed \\(EAGAIN\\)|(cannot run program|fork).*(resource temporarily unavailable|retry)",
            "No more processes or threads may be started here: raise the limit (ulimit -u; TasksMax of a service; pids of a container), or let "
                    + "the job start fewer"),

    /** EFBIG. */
    FILE_SIZE(
            "File too large",
            "No file may be so large here: raise the limit in the shell that starts run (ulimit -f; LimitFSIZE of a service), or name a "
                    + "--scratch and a store on a file system that holds larger files"),

    /** A tmpfs that is small in containers: 64 MiB by default. */
    SHARED_MEMORY(
            "(?s)(/dev/shm|shared memory|shm_open|torch_shm).*(No space left|Bus error|unable to|cannot|could not|out of)"
                    + "|(?s)(No space left|Bus error|unable to|could not).*(/dev/shm|shared memory|shm_open|torch_shm)",
            "The machine's shared memory is full: make /dev/shm larger (docker run --shm-size=8g; an emptyDir of medium Memory; mount -o "
                    + "remount,size=8g /dev/shm), or let the job load data in one process");

    private static final File SHARED = new File("/dev/shm");
    private static final long NEARLY_FULL = 1L << 20;

    private final Pattern words;
    private final String remedy;

    Limit(String words, String remedy) {
        this.words = Pattern.compile(words, Pattern.CASE_INSENSITIVE);
        this.remedy = remedy;
    }

    /** Returns the limit that a message tells of. */
    public static Optional<Limit> reached(String message) {
        return Stream.of(values())
                .filter(it -> it.words.matcher(message).find())
                .findFirst();
    }

    /** Returns the limit that a message of now tells of; one that names no disk tells of the shared memory if that is full. */
    public static Optional<Limit> reachedHere(String message) {
        return reached(message, SHARED.getUsableSpace());
    }

    static Optional<Limit> reached(String message, long sharedMemory) {
        boolean full =
                message.contains("No space left on device") && SHARED.isDirectory() && sharedMemory < NEARLY_FULL;
        return reached(message).or(() -> full ? Optional.of(SHARED_MEMORY) : Optional.empty());
    }

    /** Returns what a person can do, in one sentence without its full stop. */
    public String remedy() {
        return remedy;
    }
}
