package org.atomizable.checkpoint.object;

import java.io.IOException;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.PutObjectRequest;
import software.amazon.awssdk.services.s3.model.S3Exception;

/**
 * Tests whether a server honours conditional puts, on which commits depend. A server that ignores the conditions
 * reports success and loses commits. The test puts one object four times, twice against its condition. A successful
 * test is remembered per server and bucket until the process ends. The test cannot show whether the server is also
 * atomic.
 */
final class ConditionalPuts {

    static final String PROBE = "probe-";

    private static final System.Logger LOG = System.getLogger(ConditionalPuts.class.getName());
    private static final Set<String> PROVEN = ConcurrentHashMap.newKeySet();
    private static final int NOT_IMPLEMENTED = 501;

    private final S3Client client;
    private final S3Location place;
    private final String key;

    private ConditionalPuts(S3Client client, S3Location place) {
        this.client = client;
        this.place = place;
        this.key = place.key(PROBE + UUID.randomUUID());
    }

    /**
     * Returns if the server honours them.
     *
     * @throws UnconditionalPutException if it does not
     */
    static void require(S3Client client, S3Location place) throws IOException {
        String server = place.server() + " " + place.bucket();
        if (!PROVEN.contains(server)) {
            try {
                new ConditionalPuts(client, place).probe();
            } catch (SdkException e) {
                throw S3Failures.of("a first conditional put", place, e);
            }
            PROVEN.add(server);
        }
    }

    private void probe() throws IOException {
        try {
            String first = written("first", ConditionalPuts::absent);
            refused("second", ConditionalPuts::absent, "If-None-Match: *");
            written("third", unchanged(first));
            refused("fourth", unchanged(first), "If-Match");
            if (!content().equals("third")) {
                throw new UnconditionalPutException(
                        place, "refuses a put by its condition, and carries it out all the same");
            }
        } finally {
            remove();
        }
    }

    private static void absent(PutObjectRequest.Builder request) {
        request.ifNoneMatch("*");
    }

    private static Consumer<PutObjectRequest.Builder> unchanged(String version) {
        return request -> request.ifMatch(version);
    }

    /** Puts what must be written; returns its version. */
    private String written(String text, Consumer<PutObjectRequest.Builder> condition) throws IOException {
        Optional<String> version = put(text, condition);
        if (version.isEmpty()) {
            // The answer to a first try may have been lost, and the second met what the first had written.
            if (!content().equals(text)) {
                throw new UnconditionalPutException(place, "refuses a put whose condition holds");
            }
            version = Optional.of(
                    client.headObject(request -> request.bucket(place.bucket()).key(key))
                            .eTag());
        }
        return version.get();
    }

    private void refused(String text, Consumer<PutObjectRequest.Builder> condition, String header) throws IOException {
        if (put(text, condition).isPresent()) {
            throw new UnconditionalPutException(
                    place,
                    "ignores %s on a put, and two workers could overwrite each other's commits".formatted(header));
        }
    }

    private Optional<String> put(String text, Consumer<PutObjectRequest.Builder> condition) throws IOException {
        try {
            String version = client.putObject(
                            request -> condition.accept(
                                    request.bucket(place.bucket()).key(key)),
                            RequestBody.fromString(text))
                    .eTag();
            return Optional.of(S3Failures.requireVersion(version, "put of a probe", place));
        } catch (S3Exception e) {
            if (e.statusCode() == S3ObjectSpace.PRECONDITION_FAILED) {
                return Optional.empty();
            }
            if (e.statusCode() == NOT_IMPLEMENTED) {
                throw new UnconditionalPutException(place, "does not implement conditional puts");
            }
            throw e;
        }
    }

    private String content() {
        return client.getObjectAsBytes(request -> request.bucket(place.bucket()).key(key))
                .asUtf8String();
    }

    /** Removes the probe. If that fails, a collection of everything removes it later. */
    private void remove() {
        try {
            client.deleteObject(request -> request.bucket(place.bucket()).key(key));
        } catch (SdkException e) {
            LOG.log(System.Logger.Level.WARNING, "{0} in {1} could not be removed: {2}", key, place, e.getMessage());
        }
    }
}
