package org.atomizable.lab.chaos;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.atomizable.api.time.TimeSource;

/**
 * The network between jobs and scheduler, and what it does to messages. Each connection carries one request: it says so to both sides.
 *
 * <p>It also remembers which reports the scheduler has answered as taken, whether that answer arrived or not.
 */
final class FaultyProxy implements AutoCloseable {

    private static final Pattern REPORT = Pattern.compile("POST /v1/grants/([^/ ]+)/report ");
    private static final Pattern LENGTH = Pattern.compile("(?im)^content-length: *([0-9]+)");
    private static final int MOST_DELAY_MILLIS = 1500;

    @SuppressWarnings("ArrayRecordComponent") // Nobody compares requests.
    private record Request(String head, byte[] body) {
        byte[] bytes() {
            ByteArrayOutputStream whole = new ByteArrayOutputStream();
            whole.writeBytes(head.getBytes(StandardCharsets.ISO_8859_1));
            whole.writeBytes(body);
            return whole.toByteArray();
        }

        boolean streams() {
            return head.contains("text/event-stream");
        }
    }

    private final ServerSocket listening;
    private final int scheduler;
    private final double faulty;
    private final SplittableRandom chance;
    private final Map<Fault, Integer> counts;
    private final Map<String, String> reports = new ConcurrentHashMap<>();
    private final ExecutorService threads = Executors.newCachedThreadPool(work -> {
        Thread thread = new Thread(work, "atomizable-chaos-proxy");
        thread.setDaemon(true);
        return thread;
    });

    /**
     * Begins to pass on.
     *
     * @param scheduler its port
     * @param faulty how likely it is that something happens to a message
     */
    FaultyProxy(int scheduler, double faulty, SplittableRandom chance, Map<Fault, Integer> counts) throws IOException {
        this.listening = new ServerSocket(0, 500, InetAddress.getLoopbackAddress());
        this.scheduler = scheduler;
        this.faulty = faulty;
        this.chance = chance;
        this.counts = counts;
        threads.execute(this::accept);
    }

    int port() {
        return listening.getLocalPort();
    }

    /** Returns the bodies of the reports that the scheduler took, by grant. */
    Map<String, String> reports() {
        return Map.copyOf(reports);
    }

    private void accept() {
        while (!listening.isClosed()) {
            try {
                Socket client = listening.accept();
                threads.execute(() -> serve(client));
            } catch (IOException closed) {
                return;
            }
        }
    }

    private void serve(Socket client) {
        try (client) {
            Optional<Request> request = read(client.getInputStream());
            if (request.isPresent()) {
                pass(request.get(), client.getOutputStream());
            }
        } catch (IOException | InterruptedException gone) {
            // One of the two was killed, or has hung up.
        }
    }

    private Optional<Fault> next(Request request) {
        synchronized (chance) {
            if (chance.nextDouble() >= faulty) {
                return Optional.empty();
            }
            if (request.streams()) {
                return Optional.of(Fault.STREAM_CUT);
            }
            Fault[] all = {Fault.REQUEST_DROPPED, Fault.ANSWER_DROPPED, Fault.REQUEST_DOUBLED, Fault.REQUEST_DELAYED};
            return Optional.of(all[chance.nextInt(all.length)]);
        }
    }

    private void pass(Request request, OutputStream out) throws IOException, InterruptedException {
        Optional<Fault> fault = next(request);
        fault.ifPresent(it -> counts.merge(it, 1, Integer::sum));
        if (fault.equals(Optional.of(Fault.REQUEST_DROPPED))) {
            return;
        }
        if (fault.equals(Optional.of(Fault.REQUEST_DELAYED))) {
            TimeSource.system().sleep(Duration.ofMillis(drawn(MOST_DELAY_MILLIS)));
        }
        if (fault.equals(Optional.of(Fault.REQUEST_DOUBLED))) {
            answered(request);
        }
        if (request.streams()) {
            stream(request, out, fault.isPresent());
            return;
        }
        byte[] answer = answered(request);
        if (!fault.equals(Optional.of(Fault.ANSWER_DROPPED))) {
            out.write(answer);
            out.flush();
        }
    }

    private int drawn(int most) {
        synchronized (chance) {
            return 1 + chance.nextInt(most);
        }
    }

    private byte[] answered(Request request) throws IOException {
        try (Socket upstream = new Socket(InetAddress.getLoopbackAddress(), scheduler)) {
            upstream.getOutputStream().write(request.bytes());
            upstream.getOutputStream().flush();
            byte[] answer = upstream.getInputStream().readAllBytes();
            Matcher report = REPORT.matcher(request.head());
            if (report.lookingAt() && new String(answer, StandardCharsets.ISO_8859_1).startsWith("HTTP/1.1 204")) {
                reports.put(report.group(1), new String(request.body(), StandardCharsets.UTF_8));
            }
            return answer;
        }
    }

    /** Passes on what comes, until either side has enough; or, if it is to be cut, until some bytes have. */
    private void stream(Request request, OutputStream out, boolean cut) throws IOException {
        try (Socket upstream = new Socket(InetAddress.getLoopbackAddress(), scheduler)) {
            upstream.getOutputStream().write(request.bytes());
            upstream.getOutputStream().flush();
            InputStream in = upstream.getInputStream();
            byte[] buffer = new byte[4096];
            int left = cut ? drawn(4000) : Integer.MAX_VALUE;
            int read = in.read(buffer);
            while (read >= 0 && left > 0) {
                out.write(buffer, 0, Math.min(read, left));
                out.flush();
                left -= cut ? read : 0;
                read = left > 0 ? in.read(buffer) : -1;
            }
        }
    }

    private static Optional<Request> read(InputStream from) throws IOException {
        BufferedInputStream in = new BufferedInputStream(from);
        ByteArrayOutputStream head = new ByteArrayOutputStream();
        int newest = 0;
        while (newest != 0x0D0A0D0A) {
            int next = in.read();
            if (next < 0) {
                return Optional.empty();
            }
            head.write(next);
            newest = newest << 8 | next;
        }
        String text = head.toString(StandardCharsets.ISO_8859_1);
        Matcher length = LENGTH.matcher(text);
        byte[] body = in.readNBytes(length.find() ? Integer.parseInt(length.group(1)) : 0);
        String once = text.replaceAll("(?im)^connection: .*\r\n", "");
        return Optional.of(new Request(once.substring(0, once.length() - 2) + "Connection: close\r\n\r\n", body));
    }

    @Override
    public void close() throws IOException {
        listening.close();
        threads.shutdownNow();
    }
}
