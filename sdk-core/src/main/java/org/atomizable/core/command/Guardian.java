package org.atomizable.core.command;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import org.atomizable.core.device.Limit;
import org.jspecify.annotations.Nullable;

/**
 * A small shell beside this process that kills a job's programs with all that they have forked.
 *
 * <p>It does so when told, and when this process is gone, however that died: the kernel then closes the shell's input. A program
 * that hangs would not notice. It finds a program's processes by their process group and, on Linux, by a mark in their
 * environment, so that one that has left the group is found too. At the end it deletes the job's scratch directory.
 */
final class Guardian implements AutoCloseable {

    /** The variable that marks the processes of a job. */
    static final String MARK = "ATOMIZABLE_MARK";

    private static final String SCRIPT = """
        trap '' HUP INT QUIT TERM
        group=
        marked() {
          grep -lsz "^ATOMIZABLE_MARK=$1\\$" /proc/[0-9]*/environ 2>/dev/null | cut -d/ -f3
        }
        strike() {
          if [ -n "$group" ]; then kill -KILL -- "-$group"; fi 2>/dev/null
          group=
          for round in 1 2 3 4 5; do
            left=$(marked "$1")
            [ -n "$left" ] || break
            kill -KILL $left 2>/dev/null
          done
        }
        bury() {
          rm -rf -- "$1" || { chmod -R u+rwX -- "$1"; rm -rf -- "$1"; }
        }
        mark=$1
        shift
        place=
        while IFS= read -r order; do
          case $order in
            strike) strike "$mark"; echo struck ;;
            left) echo $(marked "$mark") ;;
            at\\ *) place=${order#at } ;;
            *) group=$order ;;
          esac
        done
        strike "$mark"
        if [ -n "$place" ]; then bury "$place"; fi
        for each; do bury "$each"; done
        """;

    private final Scratch scratch;
    private final String mark;
    private final Process shell;
    private final OutputStream orders;
    private final BufferedReader answers;
    private @Nullable Process watched;

    private Guardian(Scratch scratch, String mark, Process shell) {
        this.scratch = scratch;
        this.mark = mark;
        this.shell = shell;
        this.orders = shell.getOutputStream();
        this.answers = new BufferedReader(new InputStreamReader(shell.getInputStream(), StandardCharsets.UTF_8));
    }

    /** Starts one, with a new scratch directory. */
    static Guardian start() throws CommandException {
        try {
            String mark = UUID.randomUUID().toString();
            Scratch scratch = Scratch.in(Scratch.base(), mark);
            return new Guardian(scratch, mark, shell(mark, List.of(scratch.directory())));
        } catch (IOException e) {
            String why = String.valueOf(e.getMessage());
            String what = "no command can be started: " + why;
            // A limit ends the run after some workers; a directory may come back.
            throw Limit.reached(why)
                    .map(it -> new CommandException(what, it.remedy(), e))
                    .orElseGet(() -> CommandException.ofThisMachine(
                            what,
                            "Commands need /bin/sh and a directory for temporary files that can be written, %s; --scratch or the variable TMPDIR names another"
                                    .formatted(Scratch.base())));
        }
    }

    private static Process shell(String mark, List<Path> remains) throws IOException {
        List<String> line = new ArrayList<>(List.of("/bin/sh", "-c", SCRIPT, "atomizable-guardian", mark));
        remains.forEach(each -> line.add(each.toString()));
        return new ProcessBuilder(line)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
    }

    /** Does for a process that has died with its guardian what that would have done: kills its programs, deletes what it left. */
    static void bury(String mark, List<Path> remains) throws IOException {
        Process shell = shell(mark, remains);
        shell.getOutputStream().close();
        try {
            shell.waitFor();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Returns the directory that is deleted at the end. */
    Path scratch() {
        return scratch.directory();
    }

    /** Returns the number of the shell's process. */
    long pid() {
        return shell.pid();
    }

    /** From now on this path is to be deleted, too, if this process dies; none, if empty. */
    synchronized void answersFor(String path) throws IOException {
        tell("at " + path);
    }

    /** Returns the value of {@link #MARK} for programs of this job. */
    String mark() {
        return mark;
    }

    /** From now on this program, which leads a process group, is the one to kill. */
    synchronized void watch(Process program) throws IOException {
        watched = program;
        tell(Long.toString(program.pid()));
    }

    /** Returns the processes of the job that run, as far as the system tells them by their mark. */
    synchronized List<ProcessHandle> left() throws IOException {
        tell("left");
        String numbers = answers.readLine();
        return numbers == null
                ? List.of()
                : Stream.of(numbers.split(" "))
                        .filter(it -> !it.isEmpty())
                        .flatMap(it -> ProcessHandle.of(Long.parseLong(it)).stream())
                        .toList();
    }

    /** Kills the program and all that it has forked. */
    synchronized void strike() {
        try {
            tell("strike");
            if (answers.readLine() != null) {
                watched = null;
                return;
            }
        } catch (IOException e) {
            // Somebody has killed the shell: what can be found without it is killed here.
        }
        Process program = watched;
        if (program != null) {
            program.descendants().forEach(ProcessHandle::destroyForcibly);
            program.destroyForcibly();
        }
    }

    private void tell(String order) throws IOException {
        orders.write((order + "\n").getBytes(StandardCharsets.UTF_8));
        orders.flush();
    }

    /** Kills what is left, and waits until the scratch directory is deleted. */
    @Override
    public synchronized void close() {
        try {
            orders.close();
        } catch (IOException e) {
            // It is gone already.
        }
        try {
            shell.waitFor();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        scratch.close();
    }
}
