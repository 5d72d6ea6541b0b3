package org.atomizable.checkpoint.object;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A small S3 server over HTTP that can be told to behave badly: any bucket, small objects, no signatures looked at. */
public final class FakeS3 implements AutoCloseable {

    /** What is answered to one request. */
    public record Answer(int status, Map<String, String> headers, String body) {

        public static Answer html(int status) {
            return new Answer(
                    status,
                    Map.of("Content-Type", "text/html"),
                    "<!DOCTYPE html><html><body>Please log in</body></html>");
        }

        public static Answer error(int status, String code) {
            return new Answer(
                    status,
                    Map.of("Content-Type", "application/xml"),
                    "<?xml version=\"1.0\"?><Error><Code>%s</Code><Message>no</Message></Error>".formatted(code));
        }
    }

    /** Answers some requests itself: those for which it returns something. */
    @FunctionalInterface
    public interface Misbehaviour {
        Optional<Answer> to(String verb, String key);
    }

    private static final Pattern CHUNK = Pattern.compile("([0-9a-f]+)(;[^\r]*)?\r\n");
    private static final Pattern RANGE = Pattern.compile("bytes=([0-9]+)-([0-9]+)");

    private final HttpServer server;
    private final String bucket = "bucket-" + UUID.randomUUID();
    private final ConcurrentSkipListMap<String, byte[]> objects = new ConcurrentSkipListMap<>();
    private final List<String> requests = new CopyOnWriteArrayList<>();
    private volatile Misbehaviour misbehaviour = (verb, key) -> Optional.empty();
    private volatile String ignored = "";
    private volatile String accepted = "";

    public FakeS3() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", this::answer);
        server.start();
        System.setProperty("aws.accessKeyId", "user");
        System.setProperty("aws.secretAccessKey", "secret");
    }

    public String endpoint() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    public String location() {
        return "s3://%s/job?endpoint=%s&region=us-east-1".formatted(bucket, endpoint());
    }

    /** Looks at no condition of these headers from now on. */
    public void ignoring(String... headers) {
        ignored = String.join(" ", headers);
    }

    /** From now on, answers a caller with another access key that its session has expired. */
    public void accepting(String accessKey) {
        accepted = accessKey;
    }

    public void misbehaving(Misbehaviour how) {
        misbehaviour = how;
    }

    public List<String> requests() {
        return requests;
    }

    public Map<String, byte[]> objects() {
        return objects;
    }

    private synchronized void answer(HttpExchange exchange) throws IOException {
        try (exchange) {
            URI uri = exchange.getRequestURI();
            byte[] body = exchange.getRequestBody().readAllBytes();
            String key = uri.getPath().replaceFirst("^/" + bucket + "/?", "");
            String verb = exchange.getRequestMethod();
            requests.add(verb + " " + key);
            String shown = String.valueOf(exchange.getRequestHeaders().getFirst("Authorization"));
            Optional<Answer> own = shown.contains("Credential=" + accepted)
                    ? misbehaviour.to(verb, key)
                    : Optional.of(Answer.error(400, "ExpiredToken"));
            if (own.isPresent()) {
                send(exchange, own.get());
                return;
            }
            switch (verb) {
                case "PUT" -> put(exchange, key, decoded(exchange, body));
                case "GET", "HEAD" -> get(exchange, key);
                case "DELETE" -> {
                    objects.remove(key);
                    exchange.sendResponseHeaders(204, -1);
                }
                default -> send(exchange, Answer.error(501, "NotImplemented"));
            }
        }
    }

    private boolean looksAt(HttpExchange exchange, String header) {
        return exchange.getRequestHeaders().containsKey(header) && !ignored.contains(header);
    }

    private void put(HttpExchange exchange, String key, byte[] body) throws IOException {
        byte[] before = objects.get(key);
        boolean refused = looksAt(exchange, "If-None-Match") && before != null
                || looksAt(exchange, "If-Match")
                        && (before == null
                                || !tag(before)
                                        .equals(exchange.getRequestHeaders().getFirst("If-Match")));
        if (refused) {
            send(exchange, Answer.error(412, "PreconditionFailed"));
            return;
        }
        objects.put(key, body);
        exchange.getResponseHeaders().set("ETag", tag(body));
        exchange.sendResponseHeaders(200, -1);
    }

    private void get(HttpExchange exchange, String key) throws IOException {
        if (key.isEmpty()) {
            list(exchange);
            return;
        }
        byte[] object = objects.get(key);
        if (object == null) {
            send(exchange, Answer.error(404, "NoSuchKey"));
            return;
        }
        exchange.getResponseHeaders().set("ETag", tag(object));
        String range = exchange.getRequestHeaders().getFirst("Range");
        Matcher part = RANGE.matcher(range == null ? "" : range);
        if (exchange.getRequestMethod().equals("HEAD")) {
            exchange.getResponseHeaders().set("Content-Length", Integer.toString(object.length));
            exchange.sendResponseHeaders(200, -1);
        } else if (part.matches()) {
            int first = Integer.parseInt(part.group(1));
            int last = Integer.parseInt(part.group(2));
            exchange.getResponseHeaders().set("Content-Range", "bytes %s-%s/%s".formatted(first, last, object.length));
            exchange.sendResponseHeaders(206, last - first + 1L);
            exchange.getResponseBody().write(object, first, last - first + 1);
        } else {
            exchange.sendResponseHeaders(200, object.length == 0 ? -1 : object.length);
            exchange.getResponseBody().write(object);
        }
    }

    private void list(HttpExchange exchange) throws IOException {
        Matcher prefix = Pattern.compile("prefix=([^&]*)")
                .matcher(String.valueOf(exchange.getRequestURI().getQuery()));
        String beginning = prefix.find() ? prefix.group(1) : "";
        StringBuilder xml =
                new StringBuilder("<?xml version=\"1.0\"?><ListBucketResult><IsTruncated>false</IsTruncated>");
        objects.keySet().stream()
                .filter(key -> key.startsWith(beginning))
                .forEach(key -> xml.append("<Contents><Key>").append(key).append("</Key></Contents>"));
        send(
                exchange,
                new Answer(
                        200,
                        Map.of("Content-Type", "application/xml"),
                        xml.append("</ListBucketResult>").toString()));
    }

    private static void send(HttpExchange exchange, Answer answer) throws IOException {
        byte[] body = answer.body().getBytes(StandardCharsets.UTF_8);
        answer.headers().forEach(exchange.getResponseHeaders()::set);
        boolean head = exchange.getRequestMethod().equals("HEAD");
        exchange.sendResponseHeaders(answer.status(), head || body.length == 0 ? -1 : body.length);
        if (!head) {
            exchange.getResponseBody().write(body);
        }
    }

    /** A client may send its body in signed chunks. */
    private static byte[] decoded(HttpExchange exchange, byte[] body) throws IOException {
        if (!String.valueOf(exchange.getRequestHeaders().getFirst("x-amz-content-sha256"))
                .startsWith("STREAMING")) {
            return body;
        }
        ByteArrayOutputStream plain = new ByteArrayOutputStream();
        String text = new String(body, StandardCharsets.ISO_8859_1);
        Matcher chunk = CHUNK.matcher(text);
        for (int at = 0;
                chunk.find(at) && chunk.start() == at;
                at = chunk.end() + Integer.parseInt(chunk.group(1), 16) + 2) {
            int size = Integer.parseInt(chunk.group(1), 16);
            if (size == 0) {
                break;
            }
            plain.write(body, chunk.end(), size);
        }
        return plain.toByteArray();
    }

    private static String tag(byte[] body) {
        try {
            return "\""
                    + HexFormat.of().formatHex(MessageDigest.getInstance("MD5").digest(body)) + "\"";
        } catch (java.security.NoSuchAlgorithmException e) {
            throw new AssertionError(e);
        }
    }

    public void stopAnswering() {
        server.stop(0);
    }

    @Override
    public void close() {
        stopAnswering();
        System.clearProperty("aws.accessKeyId");
        System.clearProperty("aws.secretAccessKey");
    }
}
