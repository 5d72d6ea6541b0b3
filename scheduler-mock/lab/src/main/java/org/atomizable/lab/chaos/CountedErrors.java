package org.atomizable.lab.chaos;

import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.atomizable.scheduler.gpu.GpuDriver;

/** Counts in a file, a byte for each, what a driver refuses; nothing while the disk is full. */
final class CountedErrors {

    private CountedErrors() {}

    static GpuDriver of(GpuDriver driver, Path file) {
        return (GpuDriver) Proxy.newProxyInstance(
                GpuDriver.class.getClassLoader(), new Class<?>[] {GpuDriver.class}, (proxy, call, arguments) -> {
                    try {
                        return call.invoke(driver, arguments);
                    } catch (InvocationTargetException refused) {
                        count(file);
                        throw refused.getCause();
                    }
                });
    }

    static int read(Path file) throws IOException {
        return Files.exists(file) ? (int) Files.size(file) : 0;
    }

    private static synchronized void count(Path file) {
        try {
            Files.write(file, new byte[] {'.'}, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        } catch (IOException full) {
            // Not counted.
        }
    }
}
