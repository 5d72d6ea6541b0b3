package org.atomizable.checkpoint;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.SortedMap;
import org.atomizable.api.ElementType;

/**
 * SHA-256 over a state as a tree, so that several threads can share the work.
 *
 * <pre>
 * leaf   = SHA-256( 1 MiB of a tensor's data; the last leaf may be shorter )
 * tensor = SHA-256( leaf 0, ..., leaf n-1 )                                   without data, the SHA-256 of nothing
 * entry  = length of name, name, length of type, type, rank, sizes, tensor
 * state  = SHA-256( entry of the least name, ..., entry of the greatest )     names in order of their UTF-16 units
 * </pre>
 *
 * where lengths and rank are 4 bytes, sizes 8 bytes, big-endian, and name and type are UTF-8.
 */
final class TensorDigest {

    /** Size of a leaf, in bytes. */
    static final int LEAF = 1 << 20;

    /** Size of a SHA-256, in bytes. */
    static final int BYTES = 32;

    private static final ThreadLocal<MessageDigest> DIGEST = ThreadLocal.withInitial(TensorDigest::sha256);

    private TensorDigest() {}

    /** Returns the number of leaves of this many bytes. */
    static int leaves(long bytes) {
        return Math.toIntExact((bytes + LEAF - 1) / LEAF);
    }

    /**
     * Puts the digests of some of a tensor's leaves where they belong.
     *
     * @param data begins with leaf {@code first} and ends with a leaf's end
     * @param into the digests of all its leaves, one after the other
     */
    static void leaves(ByteBuffer data, int first, byte[] into) {
        int leaf = first;
        for (int at = 0; at < data.remaining(); at += LEAF) {
            MessageDigest digest = DIGEST.get();
            digest.update(data.slice(data.position() + at, Math.min(LEAF, data.remaining() - at)));
            System.arraycopy(digest.digest(), 0, into, leaf * BYTES, BYTES);
            leaf++;
        }
    }

    /** Returns the digest of a tensor whose leaves' digests these are, in 64 hexadecimal digits. */
    static String ofLeaves(byte[] leaves) {
        return HexFormat.of().formatHex(DIGEST.get().digest(leaves));
    }

    /** Returns the digest of a tensor's data, in 64 hexadecimal digits. */
    static String of(ByteBuffer data) {
        byte[] leaves = new byte[leaves(data.remaining()) * BYTES];
        leaves(data, 0, leaves);
        return ofLeaves(leaves);
    }

    /** Returns a tensor's entry in the digest of its state. */
    static byte[] entry(String name, ElementType type, List<Long> shape, String tensorSha256) {
        byte[] nameBytes = name.getBytes(StandardCharsets.UTF_8);
        byte[] typeBytes = type.name().getBytes(StandardCharsets.UTF_8);
        ByteBuffer entry = ByteBuffer.allocate(
                3 * Integer.BYTES + nameBytes.length + typeBytes.length + shape.size() * Long.BYTES + BYTES);
        entry.putInt(nameBytes.length).put(nameBytes);
        entry.putInt(typeBytes.length).put(typeBytes);
        entry.putInt(shape.size());
        shape.forEach(entry::putLong);
        entry.put(HexFormat.of().parseHex(tensorSha256));
        return entry.array();
    }

    /** Returns the digest of a state whose entries these are by name, in 64 hexadecimal digits. */
    static String ofState(SortedMap<String, byte[]> entries) {
        MessageDigest state = DIGEST.get();
        entries.values().forEach(state::update);
        return HexFormat.of().formatHex(state.digest());
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform must have SHA-256", e);
        }
    }
}
