package org.atomizable.checkpoint.object;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.Optional;

/**
 * A location in an object store as a user writes it: {@code s3://BUCKET/PREFIX}, and for servers other than Amazon's
 * {@code s3://BUCKET/PREFIX?endpoint=http://127.0.0.1:9000&region=us-east-1}.
 *
 * @param bucket the bucket, which must exist
 * @param prefix the beginning of every key, without a slash at either end; may be empty
 * @param endpoint the server, if it is not Amazon's; it is then addressed in path style
 * @param region the region, if it differs from the one in the environment
 */
public record S3Location(String bucket, String prefix, Optional<URI> endpoint, Optional<String> region) {

    /**
     * Reads one.
     *
     * @throws IllegalArgumentException if the text is none; says what is expected
     */
    public static S3Location parse(String text) {
        try {
            URI uri = new URI(text);
            String bucket = uri.getAuthority();
            if (!text.startsWith("s3://") || bucket == null || bucket.isEmpty()) {
                throw unreadable(text);
            }
            Optional<URI> endpoint = Optional.empty();
            Optional<String> region = Optional.empty();
            String query = uri.getQuery() == null ? "" : uri.getQuery();
            for (String each : query.isEmpty() ? new String[0] : query.split("&", -1)) {
                String value = each.substring(each.indexOf('=') + 1);
                if (each.startsWith("endpoint=")) {
                    endpoint = Optional.of(new URI(value));
                } else if (each.startsWith("region=")) {
                    region = Optional.of(value);
                } else {
                    throw unreadable(text);
                }
            }
            String prefix = uri.getPath() == null ? "" : uri.getPath().replaceAll("^/+|/+$", "");
            return new S3Location(bucket, prefix, endpoint, region);
        } catch (URISyntaxException e) {
            throw unreadable(text);
        }
    }

    private static IllegalArgumentException unreadable(String text) {
        return new IllegalArgumentException(
                ("\"%s\" is not a location in an object store; write s3://BUCKET/PREFIX, and for servers other than "
                                + "Amazon's add ?endpoint=URL&region=NAME")
                        .formatted(text));
    }

    /** Returns the server, for a person. */
    String server() {
        return endpoint.map(URI::toString).orElse("Amazon S3");
    }

    /** Returns the whole key. */
    String key(String name) {
        return prefix.isEmpty() ? name : prefix + "/" + name;
    }

    @Override
    public String toString() {
        return "s3://" + bucket + (prefix.isEmpty() ? "" : "/" + prefix);
    }
}
