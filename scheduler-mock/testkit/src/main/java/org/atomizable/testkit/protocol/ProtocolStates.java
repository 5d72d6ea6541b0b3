package org.atomizable.testkit.protocol;

import static org.atomizable.testkit.protocol.Message.ACCEPT;
import static org.atomizable.testkit.protocol.Message.BID;
import static org.atomizable.testkit.protocol.Message.ENDED;
import static org.atomizable.testkit.protocol.Message.GRANT;
import static org.atomizable.testkit.protocol.Message.HEARTBEAT;
import static org.atomizable.testkit.protocol.Message.REGISTER;
import static org.atomizable.testkit.protocol.Message.REPORT;
import static org.atomizable.testkit.protocol.Message.REVOKED;
import static org.atomizable.testkit.protocol.Message.SIGNAL;
import static org.atomizable.testkit.protocol.Message.WINDOW;
import static org.atomizable.testkit.protocol.Message.WITHDRAW;

import java.util.List;
import org.atomizable.testkit.protocol.Machine.Arrow;

/**
 * The states of the protocol. A message of the agent counts once the scheduler has answered it with success; a message that was refused
 * changes nothing. An arrow from a state to itself is a repetition, a message that may come any number of times, or one that crosses
 * another one on its way.
 */
final class ProtocolStates {

    /** A registration of a job. */
    public enum Job {
        /** It is offered windows and granted parts of them. */
        ACTIVE,
        /** It is finished, withdrawn or replaced. */
        OVER
    }

    /** A window, as one job sees it. */
    public enum Window {
        /** It was announced. */
        OFFERED,
        /** The job has answered, with or without interest. */
        ANSWERED,
        /** The job was granted a part of it. */
        WON
    }

    /** A grant, as its holder sees it. */
    public enum Grant {
        /** It was issued; its subjob is not built yet. */
        GRANTED,
        /** Its holder has told which subjob runs. */
        ACCEPTED,
        /** Its holder has told how it ended, or has handed it back. */
        REPORTED,
        /** The scheduler has taken it away. */
        REVOKED
    }

    /** The states of a job. */
    public static final Machine<Job> JOB = new Machine<>(
            "job",
            Job.ACTIVE,
            REGISTER,
            List.of(
                    new Arrow<>(Job.ACTIVE, REGISTER, Job.ACTIVE),
                    new Arrow<>(Job.ACTIVE, WINDOW, Job.ACTIVE),
                    new Arrow<>(Job.ACTIVE, GRANT, Job.ACTIVE),
                    new Arrow<>(Job.ACTIVE, REVOKED, Job.ACTIVE),
                    new Arrow<>(Job.ACTIVE, WITHDRAW, Job.ACTIVE),
                    new Arrow<>(Job.ACTIVE, ENDED, Job.OVER),
                    new Arrow<>(Job.OVER, REGISTER, Job.OVER),
                    new Arrow<>(Job.OVER, WITHDRAW, Job.OVER),
                    new Arrow<>(Job.OVER, ENDED, Job.OVER)));

    /** The states of a window that a job was offered. */
    public static final Machine<Window> WINDOW_OF_A_JOB = new Machine<>(
            "window",
            Window.OFFERED,
            WINDOW,
            List.of(
                    new Arrow<>(Window.OFFERED, SIGNAL, Window.ANSWERED),
                    new Arrow<>(Window.OFFERED, BID, Window.ANSWERED),
                    new Arrow<>(Window.ANSWERED, SIGNAL, Window.ANSWERED),
                    new Arrow<>(Window.ANSWERED, BID, Window.ANSWERED),
                    new Arrow<>(Window.ANSWERED, GRANT, Window.WON),
                    new Arrow<>(Window.WON, SIGNAL, Window.WON),
                    new Arrow<>(Window.WON, BID, Window.WON),
                    new Arrow<>(Window.WON, GRANT, Window.WON)));

    /** The states of a grant. */
    public static final Machine<Grant> GRANT_OF_A_JOB = new Machine<>(
            "grant",
            Grant.GRANTED,
            GRANT,
            List.of(
                    new Arrow<>(Grant.GRANTED, GRANT, Grant.GRANTED),
                    new Arrow<>(Grant.GRANTED, HEARTBEAT, Grant.GRANTED),
                    new Arrow<>(Grant.GRANTED, ACCEPT, Grant.ACCEPTED),
                    new Arrow<>(Grant.GRANTED, REPORT, Grant.REPORTED),
                    new Arrow<>(Grant.GRANTED, REVOKED, Grant.REVOKED),
                    new Arrow<>(Grant.ACCEPTED, ACCEPT, Grant.ACCEPTED),
                    new Arrow<>(Grant.ACCEPTED, HEARTBEAT, Grant.ACCEPTED),
                    new Arrow<>(Grant.ACCEPTED, REPORT, Grant.REPORTED),
                    new Arrow<>(Grant.ACCEPTED, REVOKED, Grant.REVOKED),
                    new Arrow<>(Grant.REPORTED, ACCEPT, Grant.REPORTED),
                    new Arrow<>(Grant.REPORTED, REPORT, Grant.REPORTED),
                    new Arrow<>(Grant.REVOKED, ACCEPT, Grant.REVOKED)));

    private ProtocolStates() {}

    /** Returns every machine. */
    public static List<Machine<?>> all() {
        return List.of(JOB, WINDOW_OF_A_JOB, GRANT_OF_A_JOB);
    }
}
