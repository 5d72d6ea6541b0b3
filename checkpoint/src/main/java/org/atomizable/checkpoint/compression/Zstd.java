package org.atomizable.checkpoint.compression;

import com.github.luben.zstd.ZstdInputStreamNoFinalizer;
import com.github.luben.zstd.ZstdOutputStreamNoFinalizer;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.atomizable.checkpoint.disk.Disk;

/**
 * Files of one Zstandard frame, compatible with the {@code zstd} program. It typically reduces weights by about a tenth
 * and is slower than a disk, so it suits slow or expensive storage.
 */
public final class Zstd {

    /** The suffix of a compressed file's name. */
    public static final String SUFFIX = ".zst";

    private static final int LEVEL = 1;
    private static final int CHUNK = 1 << 20;
    /** Less than half of the smallest region of G1: of a larger array it wastes up to a region. */
    private static final int PIECE = 1 << 18;

    private Zstd() {}

    /**
     * Loads the native library.
     *
     * @throws NoClassDefFoundError if the library is not on the class path
     * @throws LinkageError if its native part cannot be loaded
     */
    public static void load() {
        com.github.luben.zstd.util.Native.load();
    }

    /** Returns a file whose content is compressed on its way into another; forcing it ends the frame. */
    public static Disk.Writing into(Disk.Writing file) throws IOException {
        ZstdOutputStreamNoFinalizer frame = new ZstdOutputStreamNoFinalizer(new OutputStream() {
            @Override
            public void write(int one) throws IOException {
                file.append(ByteBuffer.wrap(new byte[] {(byte) one}));
            }

            @Override
            public void write(byte[] bytes, int from, int count) throws IOException {
                file.append(ByteBuffer.wrap(bytes, from, count));
            }
        });
        frame.setLevel(LEVEL);
        frame.setChecksum(true);
        return new Disk.Writing() {
            private final byte[] chunk = new byte[CHUNK];

            @Override
            public void append(ByteBuffer bytes) throws IOException {
                while (bytes.hasRemaining()) {
                    int count = Math.min(chunk.length, bytes.remaining());
                    bytes.get(chunk, 0, count);
                    frame.write(chunk, 0, count);
                }
            }

            @Override
            public void force() throws IOException {
                frame.close();
                file.force();
            }

            @Override
            public void close() throws IOException {
                try (file) {
                    frame.close();
                }
            }
        };
    }

    /**
     * Returns the first bytes of what a file had before it was compressed.
     *
     * @throws EOFException if it has fewer
     * @throws IOException if it is no frame
     */
    public static ByteBuffer beginningOf(Disk.Reading file, int bytes) throws IOException {
        try (ZstdInputStreamNoFinalizer frame = new ZstdInputStreamNoFinalizer(stream(file))) {
            byte[] beginning = frame.readNBytes(bytes);
            if (beginning.length < bytes) {
                throw new EOFException("it unpacks to fewer than the %s bytes of its header".formatted(bytes));
            }
            return ByteBuffer.wrap(beginning);
        }
    }

    /**
     * Returns what a file had before it was compressed, held in memory; closes the file.
     *
     * @param plain how many bytes it must have
     * @throws EOFException if it has fewer
     * @throws HeapTooSmallException if there is no room for so many
     * @throws IOException if it has more, or is no whole frame
     */
    public static Disk.Reading outOf(Disk.Reading file, long plain) throws IOException {
        HeapTooSmallException.requireFree(plain, "to unpack a compressed shard");
        List<byte[]> pieces = new ArrayList<>();
        try (file;
                ZstdInputStreamNoFinalizer frame = new ZstdInputStreamNoFinalizer(stream(file))) {
            for (long left = plain; left > 0; left -= PIECE) {
                // Taken bit by bit, so that a lie about the size costs no memory.
                byte[] piece = frame.readNBytes((int) Math.min(PIECE, left));
                if (piece.length < Math.min(PIECE, left)) {
                    throw new EOFException("it unpacks to fewer than the %s bytes that were written".formatted(plain));
                }
                pieces.add(piece);
            }
            if (frame.read() >= 0) {
                throw new EOFException("it unpacks to more than the %s bytes that were written".formatted(plain));
            }
        }
        return new Disk.Reading() {
            @Override
            public long size() {
                return plain;
            }

            @Override
            public void read(ByteBuffer into, long position) throws IOException {
                if (position + into.remaining() > plain) {
                    throw new EOFException("it ends at byte " + plain);
                }
                for (long at = position; into.hasRemaining(); ) {
                    byte[] piece = pieces.get((int) (at / PIECE));
                    int from = (int) (at % PIECE);
                    int count = Math.min(piece.length - from, into.remaining());
                    into.put(piece, from, count);
                    at += count;
                }
            }

            @Override
            public void close() {}
        };
    }

    private static InputStream stream(Disk.Reading file) throws IOException {
        long size = file.size();
        return new InputStream() {
            private long at;

            @Override
            public int read() throws IOException {
                byte[] one = new byte[1];
                return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
            }

            @Override
            public int read(byte[] into, int from, int most) throws IOException {
                int count = (int) Math.min(most, size - at);
                if (count <= 0) {
                    return most == 0 ? 0 : -1;
                }
                file.read(ByteBuffer.wrap(into, from, count), at);
                at += count;
                return count;
            }
        };
    }
}
