package org.atomizable.core.worker;

/** An event in the life of a worker. */
enum WarmEvent {
    /** Its process has started. */
    STARTED,
    /** It has loaded the libraries of the job's engine. */
    ENGINE_LOADED,
    /** It has made the job and restored its newest state. */
    RESTORED,
    /** It begins a subjob. */
    GRANTED,
    /** Its subjob has ended, and the job's instance stays. */
    PAUSED,
    /** It has dropped the job's instance, so that it holds nothing on its slice. */
    RELEASED,
    /** Its process has ended, whatever the reason. */
    ENDED
}
