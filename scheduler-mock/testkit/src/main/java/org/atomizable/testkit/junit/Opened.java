package org.atomizable.testkit.junit;

import java.util.ArrayDeque;
import java.util.Deque;
import org.atomizable.api.checkpoint.CheckpointStore;
import org.atomizable.api.time.VirtualTime;
import org.atomizable.checkpoint.Checkpoints;
import org.atomizable.checkpoint.disk.Disk;
import org.atomizable.testkit.check.TemporaryDirectory;
import org.atomizable.testkit.schedule.WindowSource;
import org.atomizable.testkit.scheduler.MarketSetup;
import org.atomizable.testkit.scheduler.TestScheduler;

/** The resources that one run of a test has opened. They are closed in the reverse order. */
final class Opened implements AutoCloseable {

    private final Deque<AutoCloseable> open = new ArrayDeque<>();

    CheckpointStore store() throws Exception {
        TemporaryDirectory directory = TemporaryDirectory.create();
        open.push(directory);
        CheckpointStore store = Checkpoints.on(Disk.unforced(), directory.path().resolve("store"), "test");
        open.push(store);
        return store;
    }

    Object scheduler(VirtualTime time, WindowSource windows) throws Exception {
        TestScheduler scheduler = TestScheduler.start(time, windows, MarketSetup.DEFAULT);
        open.push(scheduler);
        return scheduler;
    }

    @Override
    public void close() throws Exception {
        while (!open.isEmpty()) {
            open.pop().close();
        }
    }
}
