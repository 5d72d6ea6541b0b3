package org.atomizable.scheduler.cluster;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.OptionalInt;
import org.atomizable.api.Bytes;
import org.jspecify.annotations.Nullable;

/** The products whose MIG geometry was published: {@code mig-geometry.json}, which says where each table is from. */
final class MigProducts {

    private static final double GIBIBYTE = 1L << 30;

    /** The part of the file that is read; for people, it also names its sources. */
    record Tables(List<Product> products) {}

    record Product(String product, boolean placementsInferred, List<Profile> profiles) {

        MigGeometry geometry() {
            return new MigGeometry(
                    product,
                    placementsInferred,
                    profiles.stream().map(it -> it.profile(poorest())).toList());
        }

        /** The least memory of a memory slice, of the profiles for which that was listed. */
        private double poorest() {
            double poorest = Double.POSITIVE_INFINITY;
            for (Profile each : profiles) {
                if (each.memoryGiB != null) {
                    poorest = Math.min(poorest, each.memoryGiB / each.memorySlices);
                }
            }
            return poorest;
        }
    }

    record Profile(
            String name,
            int id,
            int nvmlProfile,
            int compute,
            int memorySlices,
            int most,
            @Nullable Double memoryGiB,
            @Nullable Integer multiprocessors,
            List<Integer> starts) {

        MigProfile profile(double gibibytesOfASlice) {
            double memory = memoryGiB == null ? gibibytesOfASlice * memorySlices : memoryGiB;
            return new MigProfile(
                    name,
                    id,
                    nvmlProfile,
                    compute,
                    memorySlices,
                    most,
                    Bytes.of((long) (memory * GIBIBYTE)),
                    multiprocessors == null ? OptionalInt.empty() : OptionalInt.of(multiprocessors),
                    starts);
        }
    }

    private MigProducts() {}

    static List<MigGeometry> read() {
        try (InputStream resource = MigProducts.class.getResourceAsStream("mig-geometry.json")) {
            if (resource == null) {
                throw new IllegalStateException("mig-geometry.json is missing from this program");
            }
            return JsonMapper.builder()
                    .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
                    .build()
                    .readValue(resource, Tables.class)
                    .products()
                    .stream()
                    .map(Product::geometry)
                    .toList();
        } catch (IOException unreadable) {
            throw new UncheckedIOException("mig-geometry.json of this program is damaged", unreadable);
        }
    }
}
