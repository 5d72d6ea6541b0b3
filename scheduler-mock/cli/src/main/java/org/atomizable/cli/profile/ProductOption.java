package org.atomizable.cli.profile;

import org.atomizable.scheduler.cluster.ClusterTextException;
import org.atomizable.scheduler.cluster.MigGeometry;
import picocli.CommandLine.Option;

/** Option of the GPU product whose slices a profile is held against. */
final class ProductOption {

    @Option(
            names = "--product",
            defaultValue = "A100-80GB",
            description = "The GPU whose slices are meant, such as H100-SXM-80GB (default: ${DEFAULT-VALUE}).")
    private String product = "A100-80GB";

    MigGeometry geometry() throws ClusterTextException {
        return MigGeometry.of(product);
    }
}
