package org.atomizable.lab.faults;

import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.atomizable.api.Atomizable;
import org.atomizable.api.Bytes;
import org.atomizable.api.StateReader;
import org.atomizable.api.checkpoint.Checkpoint;
import org.atomizable.api.checkpoint.CheckpointException;
import org.atomizable.api.checkpoint.CheckpointStore;
import org.atomizable.api.profile.Sample;
import org.atomizable.api.subjob.Report;
import org.atomizable.api.window.FencingToken;
import org.atomizable.checkpoint.ContinuableCheckpoint;
import org.atomizable.checkpoint.disk.Disk;
import org.atomizable.core.run.RunPlan;
import org.atomizable.scheduler.clear.Choice;
import org.atomizable.scheduler.clear.SelectionCandidate;
import org.atomizable.scheduler.clear.SelectionPolicy;
import org.atomizable.scheduler.journal.Change;
import org.atomizable.scheduler.journal.Journal;
import org.atomizable.scheduler.journal.JournalException;
import org.atomizable.scheduler.journal.JournalWriter;
import org.atomizable.scheduler.journal.Table;

/** Parts that break one promise each, to be put into a simulation in the place of sound ones. */
final class BrokenBuilds {

    private static final FencingToken ANY = new FencingToken(1);

    private BrokenBuilds() {}

    /** Returns a store that lets every token in. */
    static CheckpointStore withoutFence(CheckpointStore real) {
        return new CheckpointStore() {
            @Override
            public Optional<Checkpoint> latest() throws CheckpointException {
                return real.latest();
            }

            @Override
            public void fence(FencingToken token) throws CheckpointException {
                real.fence(ANY);
            }

            @Override
            public Draft open(long nextAtom, FencingToken token) throws CheckpointException {
                return real.open(nextAtom, ANY);
            }
        };
    }

    /** Returns a store whose checkpoints always say that they are the newest, and that the job is as they left it. */
    static CheckpointStore withoutRestore(CheckpointStore real) {
        return new CheckpointStore() {
            @Override
            public Optional<Checkpoint> latest() throws CheckpointException {
                return real.latest();
            }

            @Override
            public void fence(FencingToken token) throws CheckpointException {
                real.fence(token);
            }

            @Override
            public Draft open(long nextAtom, FencingToken token) throws CheckpointException {
                Draft draft = real.open(nextAtom, token);
                return (Draft) Proxy.newProxyInstance(
                        Draft.class.getClassLoader(), new Class<?>[] {Draft.class}, (proxy, method, arguments) -> {
                            try {
                                Object answer = method.invoke(draft, arguments);
                                return answer instanceof Checkpoint committed ? new Newest(committed) : answer;
                            } catch (InvocationTargetException e) {
                                throw e.getCause();
                            }
                        });
            }
        };
    }

    private record Newest(Checkpoint committed) implements ContinuableCheckpoint {

        @Override
        public long nextAtom() {
            return committed.nextAtom();
        }

        @Override
        public FencingToken token() {
            return committed.token();
        }

        @Override
        public Map<String, String> notes() {
            return committed.notes();
        }

        @Override
        public Bytes size() {
            return committed.size();
        }

        @Override
        public String sha256() {
            return committed.sha256();
        }

        @Override
        public StateReader state() throws CheckpointException {
            return committed.state();
        }

        @Override
        public boolean isLatest() {
            return true;
        }

        @Override
        public boolean isStateOf(Atomizable job) {
            return true;
        }
    }

    /** Returns a disk that says that bytes are forced, and does not force them: names are durable before their files are. */
    static Disk withoutForce(Disk real) {
        return (Disk) Proxy.newProxyInstance(
                Disk.class.getClassLoader(), new Class<?>[] {Disk.class}, (proxy, method, arguments) -> {
                    try {
                        String name = method.getName().equals("createLarge") ? "create" : method.getName();
                        if (name.equals("create")) {
                            return unforced(real.create((Path) arguments[0]));
                        }
                        return method.invoke(real, arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
    }

    private static Disk.Writing unforced(Disk.Writing real) {
        return new Disk.Writing() {
            @Override
            public void append(ByteBuffer bytes) throws IOException {
                real.append(bytes);
            }

            @Override
            public void force() {
                // It only says so.
            }

            @Override
            public void close() throws IOException {
                real.close();
            }
        };
    }

    /** Returns a journal that shows a table otherwise. */
    private static Journal showing(
            Journal real, Table which, java.util.function.UnaryOperator<Map<String, String>> as) {
        return new Journal() {
            @Override
            public Map<String, String> all(Table table) throws JournalException {
                return table == which ? as.apply(real.all(table)) : real.all(table);
            }

            @Override
            public void write(List<Change> changes) throws JournalException {
                real.write(changes);
            }

            @Override
            public void close() {
                real.close();
            }
        };
    }

    /** Returns a journal that has forgotten which tokens were given. */
    static Journal withoutTokens(Journal real) {
        return showing(real, Table.TOKEN, all -> Map.of());
    }

    /** Returns a journal without the lease that was written last. */
    static Journal withoutLastLease(Journal real) {
        return showing(real, Table.LEASE, all -> {
            Map<String, String> fewer = new LinkedHashMap<>(all);
            all.keySet().stream().reduce((one, next) -> next).ifPresent(fewer::remove);
            return fewer;
        });
    }

    /** Returns a writer that tells before it writes. */
    static JournalWriter tellingFirst(JournalWriter real) {
        return new JournalWriter() {
            @Override
            public Submitted submit(List<Change> changes, Runnable afterwards) {
                afterwards.run();
                return real.submit(changes, () -> {});
            }

            @Override
            public boolean stuck() {
                return real.stuck();
            }

            @Override
            public void close() {
                real.close();
            }
        };
    }

    /** Returns a policy to which nobody seems to have waited. */
    static SelectionPolicy withoutAge(SelectionPolicy real) {
        return (window, candidates) -> real.select(
                        window,
                        candidates.stream()
                                .map(it -> waiting(it, window.opens()))
                                .toList())
                .map(choice -> new Choice(
                        candidates.stream()
                                .filter(it -> it.job().equals(choice.winner().job()))
                                .findFirst()
                                .orElseThrow(),
                        choice.why()));
    }

    private static SelectionCandidate waiting(SelectionCandidate real, Instant since) {
        return new SelectionCandidate(
                real.job(),
                real.registered(),
                since,
                real.priority(),
                real.deadline(),
                real.atoms(),
                real.useful(),
                real.total(),
                real.atomsLeft(),
                real.measured(),
                real.seen(),
                real.deficit(),
                real.reach());
    }

    /** Returns a plan whose guard lets one atom more than was proved to fit begin. */
    static RunPlan withOneAtomMore(RunPlan real) {
        return new RunPlan(
                real.kind(),
                real.token(),
                real.firstAtom(),
                real.lastAtom(),
                real.mostAtom() + 1,
                real.ends(),
                real.capacity(),
                real.bound(),
                real.reserve(),
                real.beyond());
    }

    /** Returns a report with half of each peak. */
    static Report halved(Report real) {
        List<Sample> samples = real.samples().stream()
                .map(it -> new Sample(
                        it.kind(), it.phase(), it.took(), Bytes.of(it.peak().count() / 2)))
                .toList();
        return new Report(real.firstAtom(), real.outcome(), real.took(), samples);
    }
}
