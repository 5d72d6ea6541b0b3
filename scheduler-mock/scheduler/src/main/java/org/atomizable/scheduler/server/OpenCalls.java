package org.atomizable.scheduler.server;

import io.javalin.http.Context;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.atomizable.scheduler.access.Role;

/** Calls without a token: the health of the scheduler, and the description of its calls. */
final class OpenCalls {

    private static final Set<Role> EVERYBODY = Set.of();

    private final Readiness readiness;
    private final List<Call> all;
    private final byte[] description;

    /** Makes them, beside others. */
    OpenCalls(Readiness readiness, List<Call> others) {
        this.readiness = readiness;
        this.all = new ArrayList<>(others);
        all.add(Call.get(
                "getHealth",
                "/healthz",
                EVERYBODY,
                "Reports that the process is alive",
                Call.Result.one(Health.class),
                (request, caller) -> Reply.ok(request, new Health("ok"))));
        all.add(Call.get(
                "getReadiness",
                "/readyz",
                EVERYBODY,
                "Reports whether the scheduler is ready: it has recovered, can write its journal, and is not "
                        + "shutting down",
                Call.Result.one(Health.class),
                this::ready));
        all.add(Call.get(
                "getDescription",
                "/openapi.json",
                EVERYBODY,
                "Describes every call of the scheduler",
                Call.Result.OBJECT,
                this::describe));
        this.description = OpenApi.describe(all);
    }

    /** Returns these and the others. */
    public List<Call> withOthers() {
        return List.copyOf(all);
    }

    private void ready(Context request, Caller caller) throws ProblemException {
        readiness.require();
        Reply.ok(request, new Health("ready"));
    }

    private void describe(Context request, Caller caller) {
        Reply.write(request, 200, description);
    }
}
