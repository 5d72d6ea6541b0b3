package org.atomizable.scheduler.server;

import io.javalin.http.Context;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import org.atomizable.api.time.TimeSource;
import org.atomizable.api.wire.EventPage;

/** A request for a job's events that is answered once there are some, or none for a while. It holds no thread until then. */
final class LongPoll {

    private LongPoll() {}

    /** Answers with what comes after an event; {@code over} is run at the end. */
    static void open(
            EventLog log,
            long after,
            Duration longest,
            TimeSource time,
            Executor answering,
            Context request,
            Runnable over) {
        CompletableFuture<Void> enough = new CompletableFuture<>();
        Runnable news = () -> {
            if (log.closed() || !log.after(after).isEmpty()) {
                enough.complete(null);
            }
        };
        log.listen(news);
        TimeSource.Timer timer = time.schedule(longest, () -> enough.complete(null));
        news.run();
        // Not by the thread that brought the news: to write may take as long as the client likes.
        request.future(() -> enough.thenRunAsync(
                        () -> {
                            timer.cancel();
                            log.ignore(news);
                            Reply.write(request, 200, Json.write(new EventPage(log.after(after))));
                        },
                        answering)
                .whenComplete((nothing, failed) -> over.run()));
    }
}
