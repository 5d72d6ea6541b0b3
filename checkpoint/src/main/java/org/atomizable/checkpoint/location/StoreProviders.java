package org.atomizable.checkpoint.location;

import java.util.Locale;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import java.util.SortedMap;
import java.util.TreeMap;
import org.atomizable.api.checkpoint.CheckpointException;

/** The providers that can be found. They are looked up anew each time, as the thread's class loader may be another one. */
final class StoreProviders {

    private StoreProviders() {}

    /**
     * Returns the provider of a scheme.
     *
     * @param location what is to be located, for error messages
     * @throws CheckpointException if there is none
     */
    static CheckpointStoreProvider forScheme(String scheme, String location) throws CheckpointException {
        SortedMap<String, CheckpointStoreProvider> known = known();
        CheckpointStoreProvider provider = known.get(scheme.toLowerCase(Locale.ROOT));
        if (provider == null) {
            SortedMap<String, String> forms = new TreeMap<>();
            known.forEach((name, each) -> forms.put(name, each.form()));
            throw unknown(location, scheme, forms);
        }
        return provider;
    }

    private static CheckpointException unknown(String location, String scheme, SortedMap<String, String> forms) {
        return new CheckpointException(
                "checkpoints cannot be kept at \"%s\": the scheme \"%s\" is not known (known: %s)"
                        .formatted(location, scheme, forms.isEmpty() ? "none" : String.join(", ", forms.keySet())),
                "Write the path of a directory%s, or add a library with a CheckpointStoreProvider for %s to the class path"
                        .formatted(forms.isEmpty() ? "" : ", or " + String.join(", or ", forms.values()), scheme));
    }

    private static SortedMap<String, CheckpointStoreProvider> known() throws CheckpointException {
        SortedMap<String, CheckpointStoreProvider> known = new TreeMap<>();
        try {
            add(ServiceLoader.load(CheckpointStoreProvider.class), known);
            // A thread's class loader may not see this library, in which the provider for S3 is.
            ClassLoader own = CheckpointStoreProvider.class.getClassLoader();
            add(ServiceLoader.load(CheckpointStoreProvider.class, own), known);
        } catch (ServiceConfigurationError e) {
            throw new CheckpointException(
                    "a provider of checkpoint stores cannot be loaded: " + e.getMessage(),
                    "Correct the library's META-INF/services/" + CheckpointStoreProvider.class.getName(),
                    e);
        }
        return known;
    }

    /** Two libraries with the same scheme would keep a job's checkpoints in places that depend on the class path's order. */
    private static void add(
            ServiceLoader<CheckpointStoreProvider> found, SortedMap<String, CheckpointStoreProvider> known)
            throws CheckpointException {
        for (CheckpointStoreProvider each : found) {
            CheckpointStoreProvider other = known.putIfAbsent(each.scheme().toLowerCase(Locale.ROOT), each);
            if (other != null
                    && !other.getClass().getName().equals(each.getClass().getName())) {
                throw new CheckpointException(
                        "two providers of checkpoint stores have the scheme \"%s\": %s and %s"
                                .formatted(
                                        each.scheme(),
                                        other.getClass().getName(),
                                        each.getClass().getName()),
                        "Leave one of them on the class path");
            }
        }
    }
}
