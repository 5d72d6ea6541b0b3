import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import made.client.ApiClient;
import made.client.ApiException;
import made.client.api.GrantsApi;
import made.client.api.JobsApi;
import made.client.api.OperationApi;
import made.client.api.WindowsApi;
import made.client.model.AcceptMessage;
import made.client.model.EventMessage;
import made.client.model.HeartbeatMessage;
import made.client.model.JobRegistration;
import made.client.model.JobView;
import made.client.model.ReportMessage;
import made.client.model.SignalMessage;

/** A job of ten atoms, told to a scheduler by nothing but a client that was generated from its description. */
public final class Use {

    private Use() {}

    /** Returns what happened, a line each. */
    public static List<String> run(String uri, String token) throws Exception {
        ApiClient client = new ApiClient();
        client.updateBaseUri(uri);
        client.setRequestInterceptor(request -> request.header("Authorization", "Bearer " + token));
        JobsApi jobs = new JobsApi(client);
        WindowsApi windows = new WindowsApi(client);
        GrantsApi grants = new GrantsApi(client);
        List<String> happened = new ArrayList<>();
        happened.add("scheduler is " + new OperationApi(client).getReadiness().getStatus().getValue());
        JobView job = jobs.registerJob(
                new JobRegistration()
                        .name("made")
                        .mode(JobRegistration.ModeEnum.SJA)
                        .priority(0)
                        .deadline(OffsetDateTime.now().plusHours(1))
                        .totalAtoms(10L)
                        .nextAtom(0L),
                "a key");
        happened.add("job is " + job.getState().getValue() + ", of " + job.getTenant());
        long last = 0;
        String window = "";
        while (jobs.getJob(job.getId()).getState() != JobView.StateEnum.FINISHED) {
            for (EventMessage event : jobs.getJobEvents(job.getId(), last, 20L, null).getEvents()) {
                last = event.getId();
                if (event.getType() == EventMessage.TypeEnum.WINDOW) {
                    window = event.getWindow().getId();
                    windows.sendSignal(
                            window,
                            new SignalMessage()
                                    .job(job.getId())
                                    .interested(true)
                                    .atoms(10L)
                                    .usefulSeconds(0.1)
                                    .totalSeconds(0.2)
                                    .because("it fits"),
                            null);
                } else if (event.getType() == EventMessage.TypeEnum.GRANT) {
                    String grant = event.getGrant().getId();
                    grants.acceptGrant(
                            grant,
                            new AcceptMessage()
                                    .firstAtom(0L)
                                    .atoms(10L)
                                    .memoryBytes(1L << 20)
                                    .memoryMethod("declared")
                                    .memorySamples(0)
                                    .totalSeconds(0.2),
                            null);
                    grants.sendHeartbeat(grant, new HeartbeatMessage().nextAtom(5L).memoryBytes(1L << 20), null);
                    grants.reportSubjob(
                            grant,
                            new ReportMessage()
                                    .outcome(ReportMessage.OutcomeEnum.FINISHED)
                                    .why("done")
                                    .message("all atoms are done")
                                    .nextAtom(10L)
                                    .restoreSeconds(0.0)
                                    .usefulSeconds(0.1)
                                    .checkpointSeconds(0.0)
                                    .totalSeconds(0.2)
                                    .peakBytes(1L << 20),
                            "reported once");
                    happened.add("granted and reported");
                }
            }
        }
        happened.add("job is " + jobs.getJob(job.getId()).getState().getValue());
        happened.add("won by " + windows.getWindow(window).getWinners().get(0).getJob());
        try {
            jobs.getJob("nobody");
        } catch (ApiException refused) {
            happened.add(refused.getCode() + " " + refused.getResponseBody().contains("unknown-job"));
        }
        return happened;
    }
}
