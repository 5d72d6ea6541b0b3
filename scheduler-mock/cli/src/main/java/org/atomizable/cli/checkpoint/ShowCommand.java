package org.atomizable.cli.checkpoint;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.Callable;
import org.atomizable.checkpoint.Catalog;
import org.atomizable.checkpoint.manifest.Manifest;
import org.atomizable.checkpoint.manifest.ManifestWriter;
import org.atomizable.checkpoint.manifest.StoredShard;
import org.atomizable.checkpoint.manifest.StoredTensor;
import org.atomizable.cli.terminal.Counted;
import org.atomizable.core.wire.WireJson;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code atomizable checkpoint show}. */
@Command(
        name = "show",
        mixinStandardHelpOptions = true,
        description = "Shows a checkpoint's manifest, with every shard and tensor.")
@SuppressWarnings("NullAway.Init") // Picocli fills it in.
final class ShowCommand implements Callable<Integer> {

    /** The outcome, for machines. */
    record Described(String name, JsonNode manifest) {}

    @Mixin
    private StoreOption store;

    @Parameters(index = "1", paramLabel = "CHECKPOINT", defaultValue = "latest", description = "Default: latest.")
    private String checkpoint;

    @Override
    public Integer call() throws Exception {
        Catalog catalog = store.open();
        String name = catalog.find(checkpoint);
        Manifest manifest = catalog.manifest(name);
        if (store.json) {
            JsonNode tree =
                    WireJson.mapper().readTree(new String(ManifestWriter.json(manifest), StandardCharsets.UTF_8));
            Printed.json(new Described(name, tree));
            return 0;
        }
        System.out.printf("%s of job %s, before atom %s%n", name, manifest.job(), manifest.nextAtom());
        System.out.printf(
                "committed %s under token %s%s%n",
                manifest.committedAt(),
                manifest.token(),
                manifest.parent().map(it -> ", after " + it).orElse(""));
        System.out.printf(
                "state %s in %s, sha256 %s%n",
                Printed.size(manifest.stateBytes()),
                Counted.of(manifest.tensors().size(), "tensor"),
                manifest.sha256());
        System.out.printf(
                "shards %s, of which %s were written for it%n",
                Printed.size(manifest.storedBytes()), Printed.size(manifest.writtenBytes()));
        manifest.metrics().forEach((key, value) -> System.out.printf("  %s = %s%n", key, value));
        manifest.notes().forEach((key, value) -> System.out.printf("  %s: %s%n", key, value));
        manifest.environment().forEach((key, value) -> System.out.printf("  %s: %s%n", key, value));
        for (int index = 0; index < manifest.shards().size(); index++) {
            StoredShard shard = manifest.shards().get(index);
            System.out.printf("%s  %s  crc32c %s%n", shard.file(), Printed.size(shard.bytes()), shard.crc32c());
            for (StoredTensor tensor : manifest.tensors()) {
                if (tensor.shard() == index) {
                    System.out.printf(
                            "  %-40s %-5s %-20s %10s  %.16s%n",
                            tensor.name(),
                            tensor.type(),
                            tensor.shape(),
                            Printed.size(tensor.bytes()),
                            tensor.sha256());
                }
            }
        }
        return 0;
    }
}
