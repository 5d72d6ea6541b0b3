package org.atomizable.core.worker;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.atomizable.api.subjob.FailureKind;
import org.atomizable.api.time.TimeSource;
import org.atomizable.core.worker.channel.CommandReader;
import org.atomizable.core.worker.channel.EventWriter;
import org.atomizable.core.worker.channel.MalformedMessageException;
import org.atomizable.core.worker.channel.WorkerCommand;
import org.atomizable.core.worker.channel.WorkerEvent;

/**
 * A worker between two streams: takes commands from one, carries them out one after the other on a thread of its own, and says
 * on the other what happens.
 */
public final class WorkerSession implements AutoCloseable {

    /** Why a worker takes no more commands. */
    public enum End {
        /** It was told to end. */
        EXIT,
        /** Its commands end, so its launcher is gone, however that died. It must commit nothing more. */
        ORPHANED,
        /** It received something that is no command. */
        NOT_UNDERSTOOD
    }

    private final CommandReader commands;
    private final EventWriter events;
    private final CommandRunner runner;
    private final ExecutorService thread =
            Executors.newSingleThreadExecutor(work -> new Thread(work, "atomizable-runner"));

    private WorkerSession(InputStream commands, OutputStream events, TimeSource time, Optional<Watchdog> watchdog) {
        this.commands = new CommandReader(commands);
        this.events = new EventWriter(events);
        this.runner = new CommandRunner(this.events, time, watchdog);
    }

    /** Makes a session; it begins when it is asked to serve. A subjob that does not stop for the end of its grant is not stopped here. */
    public static WorkerSession of(InputStream commands, OutputStream events, TimeSource time) {
        return new WorkerSession(commands, events, time, Optional.empty());
    }

    /** Makes a session of a process of its own, which its watchdog may halt. */
    static WorkerSession of(InputStream commands, OutputStream events, TimeSource time, Watchdog watchdog) {
        return new WorkerSession(commands, events, time, Optional.of(watchdog));
    }

    /** Says that it is ready, and takes commands until there are no more. A subjob may still run when this returns. */
    public End serve() {
        events.say(new WorkerEvent.Ready());
        try {
            Optional<End> end = Optional.empty();
            while (end.isEmpty()) {
                end = take();
            }
            return end.get();
        } catch (IOException e) {
            failed("an order was not understood: " + e.getMessage());
            return End.NOT_UNDERSTOOD;
        }
    }

    private Optional<End> take() throws IOException {
        try {
            Optional<WorkerCommand> command = commands.next();
            return command.isEmpty() ? Optional.of(End.ORPHANED) : taken(command.get());
        } catch (MalformedMessageException e) {
            // One command that is not known here, perhaps of a later version, does not spoil the next. It has its turn
            // like any other, so that nobody takes the answer for that of the command before.
            thread.execute(() -> failed(String.valueOf(e.getMessage())));
            return Optional.empty();
        }
    }

    /** Work waits for its turn; what is meant for the subjob that runs reaches it at once. */
    private Optional<End> taken(WorkerCommand command) {
        if (command instanceof WorkerCommand.Run run) {
            thread.execute(() -> runner.run(run));
        } else if (command instanceof WorkerCommand.Warm warm) {
            thread.execute(() -> runner.warm(warm));
        } else if (command instanceof WorkerCommand.Straight straight) {
            thread.execute(() -> runner.straight(straight));
        } else if (command instanceof WorkerCommand.Shrink shrink) {
            runner.shrink(shrink.pressure());
        } else if (command instanceof WorkerCommand.Yield) {
            runner.yieldSoon();
        }
        return command instanceof WorkerCommand.Exit ? Optional.of(End.EXIT) : Optional.empty();
    }

    private void failed(String message) {
        events.say(new WorkerEvent.Failed(FailureKind.WORKER_LOST, message));
    }

    /** The last line of a process that the job's code ends. */
    void sayExiting(String where) {
        events.say(new WorkerEvent.Exiting(where));
    }

    /** Makes sure that nothing more is committed; waits for a commit that has begun. */
    @Override
    public void close() {
        runner.kill();
        if (!thread.isShutdown()) {
            thread.execute(runner::close);
            thread.shutdown();
        }
    }
}
