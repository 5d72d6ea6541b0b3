package org.atomizable.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.Base64;
import java.util.List;

/** A certificate for this machine that keytool has made, and its key, as PEM files. */
record Certified(Path certificate, Path key) {

    private static final String PASSWORD = "changeit";

    static Certified in(Path directory) throws Exception {
        Path store = directory.resolve("server.p12");
        Process keytool = new ProcessBuilder(List.of(
                        Path.of(System.getProperty("java.home"), "bin", "keytool")
                                .toString(),
                        "-genkeypair",
                        "-alias",
                        "a",
                        "-keyalg",
                        "EC",
                        "-dname",
                        "CN=localhost",
                        "-ext",
                        "san=ip:127.0.0.1,dns:localhost",
                        "-storetype",
                        "PKCS12",
                        "-keystore",
                        store.toString(),
                        "-storepass",
                        PASSWORD))
                .redirectErrorStream(true)
                .start();
        String said = new String(keytool.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(keytool.waitFor()).as(said).isZero();
        KeyStore keys = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(store)) {
            keys.load(in, PASSWORD.toCharArray());
        }
        return new Certified(
                written(
                        directory.resolve("server.pem"),
                        "CERTIFICATE",
                        keys.getCertificate("a").getEncoded()),
                written(
                        directory.resolve("server.key"),
                        "PRIVATE KEY",
                        keys.getKey("a", PASSWORD.toCharArray()).getEncoded()));
    }

    private static Path written(Path file, String kind, byte[] content) throws Exception {
        String body = Base64.getMimeEncoder().encodeToString(content);
        return Files.writeString(file, "-----BEGIN %1$s-----\n%2$s\n-----END %1$s-----\n".formatted(kind, body));
    }
}
