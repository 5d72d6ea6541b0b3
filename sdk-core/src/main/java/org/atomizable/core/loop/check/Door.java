package org.atomizable.core.loop.check;

/** How a job is written, and so what its author calls things. */
enum Door {
    LOOP,
    JOB;

    /**
     * Says what is carried, and from where to where.
     *
     * @param half whether it is saved, and not restored
     */
    String carried(
            String subject, String write, String writer, boolean again, String read, String reader, boolean half) {
        String lacking = half
                ? "what is saved of it is not restored"
                : this == LOOP ? "it is not registered" : "it is not saved";
        return this == LOOP
                ? "%s is changed in a turn (%s) and %s (%s), but %s"
                        .formatted(
                                subject,
                                write,
                                again ? "read again in a later turn" : "read after the loop",
                                read,
                                lacking)
                : "%s is changed by atoms (%s, %s) and read later (%s, %s), but %s"
                        .formatted(subject, writer, write, reader, read, lacking);
    }

    /** Says what to write. */
    String remedy(Subject subject, boolean isStatic) {
        if (this == LOOP) {
            return subject.remedy();
        }
        return isStatic
                ? "Make it a field of the job and save that: all jobs of a process share what is static, and it begins anew in each process"
                : "Save it and restore it, in an annotated class by @State; or set it in restore, or in @AfterRestore. If no result depends on it, make it a transient field, of an object that holds it if it is a number";
    }
}
