package org.atomizable.checkpoint.object;

import java.net.URI;
import org.gaul.s3proxy.S3Proxy;
import org.gaul.s3proxy.auth.AuthenticationType;
import org.gaul.s3proxy.nio2blob.TransientNio2BlobStore;

/**
 * A server in this process that speaks S3, with one bucket. Unlike a real one it looks at the condition of a put and then
 * writes, in two steps: of puts at the same time, several may win.
 */
public final class S3Server implements AutoCloseable {

    private final S3Proxy proxy;

    public S3Server() {
        TransientNio2BlobStore blobs = new TransientNio2BlobStore();
        blobs.createContainer("bucket");
        proxy = S3Proxy.builder()
                .blobStore(blobs)
                .endpoint(URI.create("http://127.0.0.1:0"))
                .awsAuthentication(AuthenticationType.AWS_V4, "user", "secret")
                .build();
        try {
            proxy.start();
        } catch (Exception e) {
            throw new IllegalStateException("the server does not start", e);
        }
        System.setProperty("aws.accessKeyId", "user");
        System.setProperty("aws.secretAccessKey", "secret");
    }

    /** Returns a place in its bucket. */
    public String location(String prefix) {
        return "s3://bucket/%s?endpoint=http://127.0.0.1:%s&region=us-east-1".formatted(prefix, proxy.getPort());
    }

    @Override
    public void close() throws Exception {
        proxy.stop();
        System.clearProperty("aws.accessKeyId");
        System.clearProperty("aws.secretAccessKey");
    }
}
