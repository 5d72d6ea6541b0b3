package org.atomizable.checkpoint.object;

import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.awscore.exception.AwsErrorDetails;
import software.amazon.awssdk.awscore.exception.AwsServiceException;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.core.exception.SdkException;

/** Classifies an object store's failures by what the user can do about them. */
final class S3Failures {

    private static final String KEPT = "; earlier checkpoints are unchanged";
    private static final int UNAUTHORIZED = 401;
    private static final int FORBIDDEN = 403;
    private static final int TOO_MANY = 429;
    private static final int SERVER_ERROR = 500;
    private static final int NO_ROOM = 507;

    /** The codes, some with status 400, for credentials that were valid before, or that are used at a wrong time. */
    private static final Set<String> NOT_ACCEPTED = Set.of(
            "ExpiredToken", "ExpiredTokenException", "InvalidToken", "TokenRefreshRequired", "RequestTimeTooSkewed");

    private S3Failures() {}

    /** Returns what to throw when a request failed. */
    static ObjectStoreException of(String what, S3Location place, SdkException failure) {
        String told = "%s in %s at %s failed".formatted(what, place, place.server());
        if (failure instanceof AwsServiceException answer) {
            return answered(told, place, answer);
        }
        if (isUnreadable(failure)) {
            return new UnexpectedAnswerException(
                    "%s: the answer cannot be read (%s)".formatted(told, failure.getMessage()),
                    place.server(),
                    failure);
        }
        String message = String.valueOf(failure.getMessage());
        if (message.startsWith("Unable to load credentials")) {
            return new ObjectStoreException(told + ": there are no credentials", credentials(place), failure);
        }
        return new ObjectStoreException(
                "%s: %s".formatted(told, message),
                "Check that %s runs and can be reached from here".formatted(place.server()) + KEPT,
                failure);
    }

    /** An error in XML names a code; what has a body without one was not written by an object store. */
    private static ObjectStoreException answered(String told, S3Location place, AwsServiceException answer) {
        Optional<AwsErrorDetails> details = Optional.ofNullable(answer.awsErrorDetails());
        String code = details.map(AwsErrorDetails::errorCode).orElse("");
        String body = details.map(AwsErrorDetails::rawResponse)
                .map(SdkBytes::asByteArray)
                .map(bytes -> new String(bytes, StandardCharsets.UTF_8))
                .orElse("");
        if (code.isEmpty() && !body.isBlank()) {
            return new UnexpectedAnswerException(
                    "%s: the answer has status %s and is no answer of an object store; it begins \"%s\""
                            .formatted(told, answer.statusCode(), UnexpectedAnswerException.beginning(body)),
                    place.server(),
                    answer);
        }
        return new ObjectStoreException(
                "%s: %s".formatted(told, answer.getMessage()), remedy(answer.statusCode(), code, place), answer);
    }

    private static String remedy(int status, String code, S3Location place) {
        if (status == NO_ROOM
                || code.contains("Full")
                || code.contains("Quota")
                || code.contains("InsufficientStorage")) {
            return "Make room at %s".formatted(place.server()) + KEPT;
        }
        if (status == FORBIDDEN || status == UNAUTHORIZED || NOT_ACCEPTED.contains(code)) {
            return credentials(place);
        }
        if (code.equals("NoSuchBucket")) {
            return "Create the bucket %s, or name one that exists".formatted(place.bucket());
        }
        if (status >= SERVER_ERROR || status == TOO_MANY) {
            return "The server is busy or fails: try again later" + KEPT;
        }
        return "Check the bucket, the region and the endpoint" + KEPT;
    }

    private static String credentials(S3Location place) {
        return "Check the credentials in the environment: that they have not expired, that they may read, write, list"
                + " and delete in "
                + place + ", and that the clock of this machine is right";
    }

    private static boolean isUnreadable(Throwable failure) {
        for (Throwable each = failure; each != null; each = each.getCause()) {
            String message = String.valueOf(each.getMessage());
            if (each.getClass().getName().startsWith("javax.xml.")
                    || message.startsWith("Unable to unmarshall response")
                    || message.startsWith("Could not parse XML")) {
                return true;
            }
        }
        return false;
    }

    /** Refuses an answer without the version that every object has. */
    static String requireVersion(@Nullable String version, String what, S3Location place)
            throws UnexpectedAnswerException {
        if (version == null || version.isEmpty()) {
            throw unexpected(what, place, "it names no version (ETag)");
        }
        return version;
    }

    static UnexpectedAnswerException unexpected(String what, S3Location place, String why) {
        return new UnexpectedAnswerException(
                "%s in %s: the answer of %s is not as expected: %s".formatted(what, place, place.server(), why),
                place.server());
    }
}
