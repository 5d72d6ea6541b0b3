package org.atomizable.testkit.relay;

import java.io.IOException;
import java.io.OutputStream;
import java.net.URI;
import org.atomizable.testkit.protocol.Reply;

/** Answers the calls that a relay passes on. Called by several threads. */
public interface Backend {

    /** Where the answer to a call for a stream goes. */
    interface Begin {
        /** Takes the status and type, and returns where the frames are written. */
        OutputStream with(Reply reply) throws IOException;
    }

    /** Answers a call; the events of a page pass the intermediary. */
    Reply send(URI root, Call call, Intermediary intermediary) throws IOException, InterruptedException;

    /** Answers a call for a stream until one side ends it; its events pass the intermediary. */
    void stream(URI root, Call call, Begin begin, Intermediary intermediary) throws IOException, InterruptedException;
}
