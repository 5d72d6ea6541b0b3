package org.atomizable.testkit.conformance;

import java.io.IOException;
import java.util.List;
import org.atomizable.testkit.protocol.ProtocolRule;

/**
 * A short story that tries some rules.
 *
 * @param name in one word
 * @param tries the rules that have been tried once it has ended
 */
record Scenario(String name, List<ProtocolRule> tries, Steps steps) {

    /** The steps of a scenario. */
    interface Steps {
        void run() throws IOException, InterruptedException, Unfinished;
    }
}
