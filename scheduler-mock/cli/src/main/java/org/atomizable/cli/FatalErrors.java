package org.atomizable.cli;

import java.util.Optional;
import java.util.function.IntConsumer;
import org.atomizable.core.device.Limit;

/**
 * Ends this program when a thread of it dies of an error, such as one that may start no other: what waits for that thread would wait for
 * ever. It ends at once, since to end in order takes threads too. What was committed is kept, as when it is killed.
 */
final class FatalErrors implements Thread.UncaughtExceptionHandler {

    private static final String OWN = "atomizable-";

    private final int shortage;
    private final int defect;
    private final IntConsumer ending;

    FatalErrors(int shortage, int defect, IntConsumer ending) {
        this.shortage = shortage;
        this.defect = defect;
        this.ending = ending;
    }

    /**
     * Begins to watch all threads.
     *
     * @param shortage the exit code if something of this machine does not suffice
     * @param defect the exit code of a bug
     */
    public static void watch(int shortage, int defect) {
        Thread.setDefaultUncaughtExceptionHandler(new FatalErrors(shortage, defect, Runtime.getRuntime()::halt));
    }

    /** Returns the message about a resource that this machine or this JVM lacks; empty if the error has another cause. */
    public static Optional<String> shortage(Throwable thrown) {
        String what = String.valueOf(thrown.getMessage());
        Optional<String> remedy = Limit.reached(thrown.toString()).map(Limit::remedy);
        if (remedy.isEmpty() && thrown instanceof OutOfMemoryError) {
            remedy = Optional.of("Give this JVM more memory (ATOMIZABLE_JAVA_OPTS=-Xmx...)");
        }
        return remedy.map(
                it -> "%s. %s. Nothing that was committed is lost, run it again to go on".formatted(what, it));
    }

    @Override
    public void uncaughtException(Thread thread, Throwable thrown) {
        Optional<String> lacking = shortage(thrown);
        boolean own = thread.getName().startsWith(OWN) || thread.getName().equals("main");
        boolean fatal = thrown instanceof Error
                && (own || Limit.reached(thrown.toString()).isPresent());
        if (fatal && lacking.isPresent()) {
            System.err.println("atomizable: " + lacking.get());
            ending.accept(shortage);
            return;
        }
        System.err.printf("Exception in thread \"%s\" ", thread.getName());
        thrown.printStackTrace();
        if (fatal) {
            System.err.println("atomizable: this is a bug in the program. Please report it with the lines above.");
            ending.accept(defect);
        }
    }
}
