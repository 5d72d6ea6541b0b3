package org.atomizable.checkpoint.object;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.atomizable.checkpoint.disk.Disk;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.CompletedPart;

/** Uploads an object in parts, or in one request if it is small. The object exists after the force. */
final class S3Upload implements Disk.Writing {

    /** The protocol allows 10,000 parts of 5 MiB or more. */
    private static final int PART = 16 << 20;

    private final S3Client client;
    private final S3Location place;
    private final String key;
    private final List<CompletedPart> parts = new ArrayList<>();
    private ByteBuffer part = ByteBuffer.allocate(1 << 16);
    private @Nullable String upload;
    private boolean finished;

    S3Upload(S3Client client, S3Location place, String key) {
        this.client = client;
        this.place = place;
        this.key = key;
    }

    @Override
    public void append(ByteBuffer bytes) throws IOException {
        while (bytes.hasRemaining()) {
            if (!part.hasRemaining()) {
                makeRoom();
            }
            int count = Math.min(part.remaining(), bytes.remaining());
            part.put(bytes.slice(bytes.position(), count));
            bytes.position(bytes.position() + count);
        }
    }

    private void makeRoom() throws IOException {
        if (part.capacity() < PART) {
            part = ByteBuffer.allocate(Math.min(PART, part.capacity() * 4)).put(part.flip());
        } else {
            sendPart();
        }
    }

    private void sendPart() throws IOException {
        try {
            if (upload == null) {
                upload = client.createMultipartUpload(
                                request -> request.bucket(place.bucket()).key(place.key(key)))
                        .uploadId();
                if (upload == null) {
                    throw S3Failures.unexpected("upload of " + key, place, "it names no upload");
                }
            }
            String begun = upload;
            int number = parts.size() + 1;
            String tag = client.uploadPart(
                            request -> request.bucket(place.bucket())
                                    .key(place.key(key))
                                    .uploadId(begun)
                                    .partNumber(number),
                            RequestBody.fromByteBuffer(part.flip()))
                    .eTag();
            S3Failures.requireVersion(tag, "upload of " + key, place);
            parts.add(CompletedPart.builder().partNumber(number).eTag(tag).build());
            part.clear();
        } catch (SdkException e) {
            throw failed(e);
        }
    }

    @Override
    public void force() throws IOException {
        if (finished) {
            return;
        }
        try {
            String version;
            if (upload == null) {
                version = client.putObject(
                                request -> request.bucket(place.bucket()).key(place.key(key)),
                                RequestBody.fromByteBuffer(part.flip()))
                        .eTag();
            } else {
                if (part.position() > 0) {
                    sendPart();
                }
                String begun = upload;
                version = client.completeMultipartUpload(request -> request.bucket(place.bucket())
                                .key(place.key(key))
                                .uploadId(begun)
                                .multipartUpload(all -> all.parts(parts)))
                        .eTag();
            }
            S3Failures.requireVersion(version, "upload of " + key, place);
            finished = true;
        } catch (SdkException e) {
            throw failed(e);
        }
    }

    private IOException failed(SdkException e) {
        return S3Failures.of("upload of " + key, place, e);
    }

    @Override
    public void close() throws IOException {
        if (!finished && upload != null) {
            finished = true;
            String begun = upload;
            try {
                client.abortMultipartUpload(request ->
                        request.bucket(place.bucket()).key(place.key(key)).uploadId(begun));
            } catch (SdkException e) {
                throw failed(e);
            }
        }
    }
}
