package org.atomizable.checkpoint.object;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.NoSuchFileException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.atomizable.checkpoint.disk.Disk;
import software.amazon.awssdk.auth.credentials.DefaultCredentialsProvider;
import software.amazon.awssdk.core.ResponseBytes;
import software.amazon.awssdk.core.checksums.RequestChecksumCalculation;
import software.amazon.awssdk.core.checksums.ResponseChecksumValidation;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.http.apache.ApacheHttpClient;
import software.amazon.awssdk.profiles.ProfileFile;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.S3ClientBuilder;
import software.amazon.awssdk.services.s3.model.GetObjectRequest;
import software.amazon.awssdk.services.s3.model.GetObjectResponse;
import software.amazon.awssdk.services.s3.model.HeadObjectResponse;
import software.amazon.awssdk.services.s3.model.ListObjectsV2Response;
import software.amazon.awssdk.services.s3.model.NoSuchKeyException;
import software.amazon.awssdk.services.s3.model.PutObjectResponse;
import software.amazon.awssdk.services.s3.model.S3Exception;
import software.amazon.awssdk.services.s3.model.S3Object;

/** Amazon's S3, or any server that has the same protocol and honours If-Match and If-None-Match on a put. */
public final class S3ObjectSpace implements ObjectSpace, AutoCloseable {

    private static final int NOT_FOUND = 404;
    private static final int CONFLICT = 409;
    static final int PRECONDITION_FAILED = 412;

    private final S3Location place;
    private final S3Client client;

    private S3ObjectSpace(S3Location place, S3Client client) {
        this.place = place;
        this.client = client;
    }

    /**
     * Connects with the credentials, and unless the place names one with the region, of the environment.
     *
     * @throws IllegalArgumentException if there is no region
     */
    public static S3ObjectSpace connect(S3Location place) {
        S3ClientBuilder builder = S3Client.builder()
                // Those of a session expire, and are renewed in the file, which the client by itself reads once.
                .credentialsProvider(DefaultCredentialsProvider.builder()
                        .profileFile(ProfileFile::defaultProfileFile)
                        .build())
                .httpClientBuilder(ApacheHttpClient.builder()
                        .connectionTimeout(Duration.ofSeconds(10))
                        .socketTimeout(Duration.ofSeconds(60)))
                // Every manifest and every shard has checksums of ours; not all servers know the newer headers.
                .requestChecksumCalculation(RequestChecksumCalculation.WHEN_REQUIRED)
                .responseChecksumValidation(ResponseChecksumValidation.WHEN_REQUIRED);
        place.region().map(Region::of).ifPresent(builder::region);
        place.endpoint()
                .ifPresent(endpoint -> builder.endpointOverride(endpoint).forcePathStyle(true));
        try {
            return new S3ObjectSpace(place, builder.build());
        } catch (SdkClientException e) {
            throw new IllegalArgumentException(
                    "%s cannot be reached: %s; add ?region=NAME, or set AWS_REGION".formatted(place, e.getMessage()),
                    e);
        }
    }

    @Override
    public String location() {
        return place.toString();
    }

    private interface Call<T> {
        T made() throws IOException;
    }

    private <T> T call(String verb, String key, Call<T> call) throws IOException {
        try {
            return call.made();
        } catch (SdkException e) {
            throw S3Failures.of(verb + " of " + key, place, e);
        }
    }

    @Override
    public Optional<Versioned> get(String key) throws IOException {
        return call("get", key, () -> {
            try {
                ResponseBytes<GetObjectResponse> object = client.getObjectAsBytes(request(key));
                String version = S3Failures.requireVersion(object.response().eTag(), "get of " + key, place);
                return Optional.of(new Versioned(object.asString(StandardCharsets.UTF_8), version));
            } catch (NoSuchKeyException e) {
                return Optional.empty();
            }
        });
    }

    private GetObjectRequest request(String key) {
        return GetObjectRequest.builder()
                .bucket(place.bucket())
                .key(place.key(key))
                .build();
    }

    @Override
    public void requireConditionalPuts() throws IOException {
        ConditionalPuts.require(client, place);
    }

    @Override
    public boolean put(String key, String text, Optional<String> before) throws IOException {
        // Also whoever opened the store to look at it may come to change it.
        requireConditionalPuts();
        return call("put", key, () -> {
            try {
                PutObjectResponse written = client.putObject(
                        request -> {
                            request.bucket(place.bucket()).key(place.key(key));
                            before.ifPresentOrElse(request::ifMatch, () -> request.ifNoneMatch("*"));
                        },
                        RequestBody.fromString(text));
                S3Failures.requireVersion(written.eTag(), "put of " + key, place);
                return true;
            } catch (S3Exception e) {
                if (e.statusCode() == PRECONDITION_FAILED
                        || e.statusCode() == CONFLICT
                        || e.statusCode() == NOT_FOUND) {
                    // The answer to a first try may have been lost, and the second met what the first had written.
                    return get(key).filter(it -> it.text().equals(text)).isPresent();
                }
                throw e;
            }
        });
    }

    @Override
    public Disk.Reading open(String key) throws IOException {
        HeadObjectResponse head = call("head", key, () -> {
            try {
                return client.headObject(
                        request -> request.bucket(place.bucket()).key(place.key(key)));
            } catch (NoSuchKeyException e) {
                throw new NoSuchFileException(place + "/" + key);
            }
        });
        S3Failures.requireVersion(head.eTag(), "head of " + key, place);
        if (head.contentLength() == null) {
            throw S3Failures.unexpected("head of " + key, place, "it names no length");
        }
        long size = head.contentLength();
        return new Disk.Reading() {
            @Override
            public long size() {
                return size;
            }

            @Override
            public void read(ByteBuffer into, long position) throws IOException {
                if (!into.hasRemaining()) {
                    return;
                }
                long last = position + into.remaining() - 1;
                if (last >= size) {
                    throw new EOFException("%s ends at byte %s, needed %s".formatted(key, size, last + 1));
                }
                into.put(part(key, head, position, last));
            }

            @Override
            public void close() {}
        };
    }

    /**
     * A response that is not this part of this object is not reported as damage: the object may be intact, and another
     * server may have answered.
     */
    private byte[] part(String key, HeadObjectResponse head, long first, long last) throws IOException {
        ResponseBytes<GetObjectResponse> part = call(
                "get",
                key,
                () -> client.getObjectAsBytes(request(key).toBuilder()
                        .range("bytes=%s-%s".formatted(first, last))
                        .build()));
        String range = "bytes %s-%s/%s".formatted(first, last, head.contentLength());
        if (part.asByteArrayUnsafe().length != last - first + 1
                || !range.equals(part.response().contentRange())
                || !head.eTag().equals(part.response().eTag())) {
            throw S3Failures.unexpected(
                    "get of " + key,
                    place,
                    "asked for %s of %s, it has %s bytes, %s of %s"
                            .formatted(
                                    range,
                                    head.eTag(),
                                    part.asByteArrayUnsafe().length,
                                    part.response().contentRange(),
                                    part.response().eTag()));
        }
        return part.asByteArrayUnsafe();
    }

    @Override
    public Disk.Writing create(String key) {
        return new S3Upload(client, place, key);
    }

    @Override
    public List<String> list(String beginning) throws IOException {
        int skipped = place.key("").length();
        List<String> keys = new ArrayList<>();
        return call("list", beginning, () -> {
            for (ListObjectsV2Response page : client.listObjectsV2Paginator(
                    request -> request.bucket(place.bucket()).prefix(place.key(beginning)))) {
                if (page.isTruncated() == null) {
                    throw S3Failures.unexpected("list of " + beginning, place, "it is no list of objects");
                }
                for (S3Object object : page.contents()) {
                    keys.add(object.key().substring(skipped));
                }
            }
            return keys;
        });
    }

    @Override
    public void delete(String key) throws IOException {
        call(
                "delete",
                key,
                () -> client.deleteObject(
                        request -> request.bucket(place.bucket()).key(place.key(key))));
    }

    @Override
    public void close() {
        client.close();
    }
}
