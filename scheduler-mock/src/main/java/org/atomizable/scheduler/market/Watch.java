package org.atomizable.scheduler.market;

import java.util.List;
import java.util.Optional;
import org.atomizable.api.window.Grant;
import org.atomizable.api.window.Window;
import org.atomizable.scheduler.clear.Choice;

/** Tells the tally and the observer what happens. Guarded by the market's lock. */
record Watch(Tally tally, Observer observer) {

    void offered(Window window) {
        tally.offered(window);
    }

    void cleared(Collecting collecting, List<Job> silent, Optional<Choice> choice, Optional<Grant> grant) {
        Window window = collecting.window;
        List<Cleared.Heard> heard = collecting.answers().entrySet().stream()
                .map(answer -> heard(answer.getKey(), answer.getValue(), window))
                .toList();
        List<String> unheard = silent.stream().map(Job::name).toList();
        Optional<String> winner = choice.flatMap(it -> collecting.answers().keySet().stream()
                .filter(job -> job.id.equals(it.winner().job()))
                .map(Job::name)
                .findFirst());
        String reason = choice.map(Choice::why).orElseGet(() -> whyNobody(heard, unheard));
        Cleared cleared = new Cleared(window, heard, unheard, winner, grant, reason);
        tally.cleared(cleared);
        observer.cleared(cleared);
    }

    void ended(GrantEnded ended) {
        tally.ended(ended);
        observer.ended(ended);
    }

    private static Cleared.Heard heard(Job job, Signal signal, Window window) {
        double share = signal.interested()
                ? Math.min(
                        1, signal.useful().toNanos() / (double) window.length().toNanos())
                : 0;
        return new Cleared.Heard(job.name(), signal.interested(), share, signal.because());
    }

    private static String whyNobody(List<Cleared.Heard> heard, List<String> unheard) {
        if (heard.stream().anyMatch(Cleared.Heard::interested)) {
            return "whoever was interested has got another window meanwhile, or it closed";
        }
        return unheard.isEmpty() ? "nobody was interested" : "nobody was interested in time";
    }
}
