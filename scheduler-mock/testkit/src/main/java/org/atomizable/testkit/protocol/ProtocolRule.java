package org.atomizable.testkit.protocol;

import static org.atomizable.testkit.protocol.ProtocolRule.Side.AGENT;
import static org.atomizable.testkit.protocol.ProtocolRule.Side.SCHEDULER;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** The rules for each side of the protocol. */
public enum ProtocolRule {
    /** Registrations are idempotent. */
    SAME_KEY_SAME_JOB(SCHEDULER, "a registration that is repeated under its key returns the same job"),
    /** Requests are idempotent. */
    REPEATS_GET_THE_SAME_ANSWER(SCHEDULER, "a request that is repeated under its key gets the same answer"),
    /** Events are in order. */
    EVENT_NUMBERS_GROW(SCHEDULER, "the events of a job come in order, and their numbers grow by 1"),
    /** Events are facts. */
    EVENTS_DO_NOT_CHANGE(SCHEDULER, "an event that is told again is the same"),
    /** A stream and a poll go on where the client was. */
    EVENTS_RESUME_AFTER(SCHEDULER, "a client that asks for the events after one gets only later ones, and all of them"),
    /** A window makes sense. */
    WINDOWS_ARE_SOUND(SCHEDULER, "a window closes after it opens, and offers no more memory than its slice has"),
    /** Nobody is granted what nobody asked for. */
    GRANTS_FOLLOW_INTEREST(SCHEDULER, "a grant is a part of a window that the job was offered and wanted"),
    /** A job that wants a window gets one. */
    INTEREST_LEADS_TO_A_GRANT(SCHEDULER, "a job that wants every window that it is offered is granted one"),
    /** A grant is a part of its window. */
    GRANTS_LIE_IN_THEIR_WINDOW(
            SCHEDULER, "a grant lies in its window, holds a variant that was bid, and has the same slice and memory"),
    /** Fencing tokens order the holders of a job. */
    TOKENS_GROW(SCHEDULER, "each grant of a job of that name has a larger token than all earlier ones"),
    /** Exclusion. */
    ONE_HOLDER_AT_A_TIME(SCHEDULER, "grants of one slice, or of one job, do not overlap"),
    /** Only what was granted can be taken away. */
    REVOKES_ONLY_GRANTS(SCHEDULER, "what is revoked was granted to the job, and has not ended"),
    /** The end is the end. */
    NOTHING_AFTER_THE_END(SCHEDULER, "no window and no grant comes after the event that ends a job"),
    /** The end is told. */
    THE_END_IS_TOLD(SCHEDULER, "a job that was finished, withdrawn or replaced is told so in its last event"),
    /** Refusals can be read by programs. */
    REFUSALS_ARE_PROBLEMS(SCHEDULER, "a refusal is a problem of RFC 9457, of the type that the protocol names"),
    /** Unknown ids are refused. */
    UNKNOWN_IS_REFUSED(SCHEDULER, "a call about a job, window or grant that does not exist is answered 404"),
    /** Bodies are read strictly. */
    MALFORMED_IS_REFUSED(SCHEDULER, "a body with an unknown or a missing property is answered 400"),
    /** A job keeps to its mode. */
    MODE_IS_KEPT(SCHEDULER, "an answer in the other mode than the job's is refused"),
    /** Answers must fit. */
    IMPOSSIBLE_ANSWERS_ARE_REFUSED(SCHEDULER, "a signal or bid that cannot fit its window is refused"),
    /** Answers come too late once a window is cleared. */
    LATE_ANSWERS_ARE_REFUSED(SCHEDULER, "an answer to a window that is cleared is refused"),
    /** A subjob must fit its grant. */
    UNFIT_SUBJOBS_ARE_REFUSED(SCHEDULER, "a subjob that needs more memory or time than was granted is refused"),
    /** The first word counts. */
    CONTRADICTIONS_ARE_REFUSED(SCHEDULER, "a second acceptance or report that differs from the first is refused"),
    /** A grant that is over is over. */
    LOST_GRANTS_ARE_REFUSED(SCHEDULER, "a heartbeat, acceptance or report of a grant that has ended is refused"),
    /** Over capacity. */
    MEMORY_ENDS_A_LEASE(SCHEDULER, "a holder that uses more memory than was granted loses its grant"),
    /** Liveness. */
    SILENCE_ENDS_A_LEASE(SCHEDULER, "a holder that is silent for the grant's patience loses it"),
    /** Nobody waits for ever. */
    TIME_ENDS_A_LEASE(SCHEDULER, "a grant that is not reported a patience, at most a minute, after its end is revoked"),
    /** Progress is durable. */
    PROGRESS_IS_KEPT(SCHEDULER, "a job's next atom is the one that was reported last"),

    /** Answers name what was offered. */
    ANSWERS_WHAT_IT_WAS_OFFERED(AGENT, "an answer names a window that the job was offered"),
    /** Silence is said, too. */
    ANSWERS_EVERY_WINDOW(AGENT, "every window is answered before answers are due, also without interest"),
    /** One mode for each job. */
    ANSWERS_IN_ITS_MODE(AGENT, "a job registered as sja signals, and one registered as jasda bids"),
    /** Answers fit. */
    ANSWERS_FIT_THE_WINDOW(AGENT, "what a signal or a variant asks for fits the window in time and memory"),
    /** No second thoughts. */
    ANSWERS_ONCE(AGENT, "a window is answered once; a repetition is the same"),
    /** Grants are not made up. */
    ACTS_ON_ITS_GRANTS(AGENT, "an acceptance, heartbeat or report names a grant that the job was issued"),
    /** A subjob fits. */
    SUBJOBS_FIT_THE_GRANT(AGENT, "an accepted subjob has an atom or more, and fits the grant in time and memory"),
    /** No second subjob. */
    ACCEPTS_ONCE(AGENT, "a grant is accepted once, also if it is told twice; a repetition is the same"),
    /** No atom is lost or doubled. */
    BEGINS_AT_THE_NEXT_ATOM(AGENT, "a subjob begins at the next atom that was reported, or later after a revocation"),
    /** Nothing runs that was not accepted. */
    ACCEPTS_BEFORE_IT_RUNS(AGENT, "a report of atoms that ran follows an acceptance"),
    /** Holders say that they live. */
    HEARTBEATS_IN_TIME(AGENT, "a holder sends a message at least once in each patience of its grant"),
    /** No holder after the end. */
    HEARTBEATS_ONLY_WHAT_IT_HOLDS(AGENT, "no heartbeat follows the report of a grant or its refusal"),
    /** Reports follow. */
    REPORTS_EVERY_GRANT(AGENT, "every grant is reported or handed back before its end"),
    /** The first report stands. */
    REPORTS_ONCE(AGENT, "a grant is reported once; a repetition is the same"),
    /** Reports are true. */
    REPORTS_WHAT_IT_RAN(
            AGENT, "the next atom of a report lies in the job, not before the subjob; finished is the total"),
    /** A key stands for one request. */
    KEYS_NAME_ONE_REQUEST(AGENT, "an Idempotency-Key is not used again with another body"),
    /** Retries are recognized. */
    RETRIES_KEEP_THEIR_KEY(AGENT, "a call that was answered 503 is sent again, with the same key and body"),
    /** A revocation stops the work. */
    STOPS_WHEN_REVOKED(AGENT, "after a revocation was told, no heartbeat or report of progress of that grant follows"),
    /** The end stops everything. */
    STOPS_AT_THE_END(AGENT, "after its job has ended, an agent answers no window and registers no job");

    /** The side that must keep a rule. */
    public enum Side {
        /** The job's negotiator. */
        AGENT,
        /** The side that makes the offers. */
        SCHEDULER
    }

    private final Side side;
    private final String statement;

    ProtocolRule(Side side, String statement) {
        this.side = side;
        this.statement = statement;
    }

    /** Returns the rules of one side. */
    public static List<ProtocolRule> of(Side side) {
        return Arrays.stream(values()).filter(rule -> rule.side == side).toList();
    }

    /** Returns whose rule it is. */
    public Side side() {
        return side;
    }

    /** Returns it as a sentence. */
    public String statement() {
        return statement;
    }

    /** Returns its name, such as {@code tokens-grow}. */
    public String word() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
