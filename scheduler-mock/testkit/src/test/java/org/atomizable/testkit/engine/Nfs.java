package org.atomizable.testkit.engine;

import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.net.URI;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.AccessMode;
import java.nio.file.CopyOption;
import java.nio.file.DirectoryStream;
import java.nio.file.FileStore;
import java.nio.file.FileSystem;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.nio.file.StandardOpenOption;
import java.nio.file.WatchService;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.FileAttributeView;
import java.nio.file.attribute.UserPrincipalLookupService;
import java.nio.file.spi.FileSystemProvider;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.Stream;
import org.atomizable.api.time.VirtualTime;

/**
 * A file server, and machines that see its files by NFS. Each operation takes some time. A machine lists a directory as it was some time ago, and
 * remembers as long that a file was not there, but not beyond a change of its own in that directory. A file that is replaced while it is read is
 * stale. Names are made, moved and removed at once, on the server. There are no hard links.
 */
final class Nfs {

    private final VirtualTime time;
    private final VirtualProcess sleeping;
    private final Rules rules;
    private final Random random;
    private final Map<String, Client> clients = new HashMap<>();
    private boolean full;
    private int listings;

    /**
     * How bad it is.
     *
     * @param memory how long a machine remembers what it has seen
     * @param slowest the longest time that an operation takes
     */
    record Rules(Duration memory, Duration slowest) {}

    Nfs(VirtualTime time, Rules rules, Random random) {
        this.time = time;
        this.sleeping = new VirtualProcess(time, failure -> {});
        this.rules = rules;
        this.random = random;
    }

    /** Sets whether the server has no room left. */
    void fill(boolean isFull) {
        full = isFull;
    }

    /** Returns how often a directory was listed so far. */
    int listings() {
        return listings;
    }

    /** Returns a path of the server as a machine sees it. */
    Path seenFrom(String machine, Path path) {
        return clients.computeIfAbsent(machine, name -> new Client()).seen(Path.of(path.toString()));
    }

    private void pause() {
        sleeping.sleep(
                Duration.ofMillis(random.nextInt(1 + (int) rules.slowest().toMillis())));
    }

    private void requireRoom(Path path) throws FileSystemException {
        if (full) {
            throw new FileSystemException(path.toString(), null, "No space left on device");
        }
    }

    private record Listing(Instant at, List<Path> paths) {}

    private final class Client extends FileSystemProvider {

        private final Map<Path, Listing> listed = new HashMap<>();
        private final Map<Path, Instant> absent = new HashMap<>();
        private final FileSystem files = new Mounted(this);

        private Path seen(Path real) {
            return (Path) Proxy.newProxyInstance(
                    Path.class.getClassLoader(), new Class<?>[] {Path.class}, (proxy, method, arguments) -> {
                        if (method.getName().equals("getFileSystem")) {
                            return files;
                        }
                        Object result = call(
                                real,
                                method,
                                arguments == null
                                        ? null
                                        : Arrays.stream(arguments)
                                                .map(it -> it instanceof Path path ? real(path) : it)
                                                .toArray());
                        return result instanceof Path path ? seen(path) : result;
                    });
        }

        private Path real(Path seen) {
            return Path.of(seen.toString());
        }

        private boolean isRemembered(Instant at) {
            return time.now().isBefore(at.plus(rules.memory()));
        }

        /** A change by this machine has it look anew. */
        private void changed(Path path) {
            listed.remove(path.getParent());
            absent.keySet().removeIf(it -> path.getParent().equals(it.getParent()));
        }

        private void lookUp(Path path) throws IOException {
            pause();
            if (absent.containsKey(path) && isRemembered(absent.get(path))) {
                throw new NoSuchFileException(path.toString());
            }
            absent.remove(path);
            if (!Files.exists(path)) {
                absent.put(path, time.now());
                throw new NoSuchFileException(path.toString());
            }
        }

        @Override
        public SeekableByteChannel newByteChannel(
                Path seen, Set<? extends OpenOption> options, FileAttribute<?>... attributes) throws IOException {
            Path path = real(seen);
            if (options.contains(StandardOpenOption.WRITE)) {
                pause();
                requireRoom(path);
                changed(path);
            } else {
                lookUp(path);
            }
            SeekableByteChannel channel = Files.newByteChannel(path, options, attributes);
            Object file = file(path);
            return (SeekableByteChannel) Proxy.newProxyInstance(
                    getClass().getClassLoader(),
                    new Class<?>[] {SeekableByteChannel.class},
                    (proxy, method, arguments) -> {
                        if (method.getName().equals("write")) {
                            pause();
                            requireRoom(path);
                        }
                        if (method.getName().equals("read")) {
                            pause();
                            if (!Files.exists(path) || !file(path).equals(file)) {
                                throw new FileSystemException(path.toString(), null, "Stale file handle");
                            }
                        }
                        return call(channel, method, arguments);
                    });
        }

        private static Object file(Path path) throws IOException {
            return Files.readAttributes(path, BasicFileAttributes.class).fileKey();
        }

        @Override
        public DirectoryStream<Path> newDirectoryStream(Path seen, DirectoryStream.Filter<? super Path> filter)
                throws IOException {
            pause();
            listings++;
            Path path = real(seen);
            if (!listed.containsKey(path) || !isRemembered(listed.get(path).at())) {
                try (Stream<Path> entries = Files.list(path)) {
                    listed.put(path, new Listing(time.now(), entries.toList()));
                }
            }
            Iterator<Path> paths =
                    listed.get(path).paths().stream().map(this::seen).iterator();
            return new DirectoryStream<>() {
                @Override
                public Iterator<Path> iterator() {
                    return paths;
                }

                @Override
                public void close() {}
            };
        }

        @Override
        public void createDirectory(Path seen, FileAttribute<?>... attributes) throws IOException {
            pause();
            Path path = real(seen);
            if (!Files.exists(path)) {
                requireRoom(path);
            }
            Files.createDirectory(path, attributes);
            changed(path);
        }

        @Override
        public void delete(Path seen) throws IOException {
            pause();
            Files.delete(real(seen));
            changed(real(seen));
        }

        @Override
        public void move(Path from, Path to, CopyOption... options) throws IOException {
            pause();
            Files.move(real(from), real(to), options);
            changed(real(to));
        }

        @Override
        public <A extends BasicFileAttributes> A readAttributes(Path seen, Class<A> type, LinkOption... options)
                throws IOException {
            lookUp(real(seen));
            return Files.readAttributes(real(seen), type, options);
        }

        @Override
        public void checkAccess(Path seen, AccessMode... modes) throws IOException {
            lookUp(real(seen));
        }

        @Override
        public String getScheme() {
            return "nfs";
        }

        @Override
        public boolean isSameFile(Path one, Path other) {
            return one.equals(other);
        }

        @Override
        public boolean isHidden(Path path) {
            return false;
        }

        @Override
        public FileSystem newFileSystem(URI uri, Map<String, ?> environment) {
            throw new UnsupportedOperationException();
        }

        @Override
        public FileSystem getFileSystem(URI uri) {
            throw new UnsupportedOperationException();
        }

        @Override
        public Path getPath(URI uri) {
            throw new UnsupportedOperationException();
        }

        @Override
        public void copy(Path from, Path to, CopyOption... options) {
            throw new UnsupportedOperationException();
        }

        @Override
        public FileStore getFileStore(Path path) {
            throw new UnsupportedOperationException();
        }

        @Override
        public <V extends FileAttributeView> V getFileAttributeView(Path path, Class<V> type, LinkOption... options) {
            throw new UnsupportedOperationException();
        }

        @Override
        public Map<String, Object> readAttributes(Path path, String attributes, LinkOption... options) {
            throw new UnsupportedOperationException();
        }

        @Override
        public void setAttribute(Path path, String attribute, Object value, LinkOption... options) {
            throw new UnsupportedOperationException();
        }
    }

    private static Object call(Object on, Method method, Object[] arguments) throws Throwable {
        try {
            return method.invoke(on, arguments);
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }

    /** Leads from a path to its provider; nothing else is asked of it. */
    private static final class Mounted extends FileSystem {

        private final FileSystemProvider provider;

        Mounted(FileSystemProvider provider) {
            this.provider = provider;
        }

        @Override
        public FileSystemProvider provider() {
            return provider;
        }

        @Override
        public Set<String> supportedFileAttributeViews() {
            return Set.of("basic");
        }

        @Override
        public boolean isOpen() {
            return true;
        }

        @Override
        public boolean isReadOnly() {
            return false;
        }

        @Override
        public String getSeparator() {
            return "/";
        }

        @Override
        public void close() {}

        @Override
        public Iterable<Path> getRootDirectories() {
            throw new UnsupportedOperationException();
        }

        @Override
        public Iterable<FileStore> getFileStores() {
            throw new UnsupportedOperationException();
        }

        @Override
        public Path getPath(String first, String... more) {
            return Path.of(first, more);
        }

        @Override
        public PathMatcher getPathMatcher(String pattern) {
            throw new UnsupportedOperationException();
        }

        @Override
        public UserPrincipalLookupService getUserPrincipalLookupService() {
            throw new UnsupportedOperationException();
        }

        @Override
        public WatchService newWatchService() {
            throw new UnsupportedOperationException();
        }
    }
}
