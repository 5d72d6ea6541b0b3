/**
 * Reads and writes the safetensors file format. It knows nothing of checkpoint stores.
 *
 * <pre>
 * offset 0      N, the length of the header: 8 bytes, unsigned, little-endian
 * offset 8      N bytes of UTF-8 JSON, beginning with '{' and padded with spaces so that the data begin 8-aligned:
 *                 {"__metadata__":{"key":"value"},
 *                  "name":{"dtype":"F32","shape":[2,3],"data_offsets":[0,24]}, ...}
 * offset 8+N    the tensors' bytes, row-major, little-endian, without holes or overlaps; offsets count from here
 * </pre>
 *
 * <p>The writer puts the tensors with the widest elements first. Each tensor then begins at a multiple of its element's
 * size. Many readers map a file into memory and fail on unaligned data. The reader accepts tensors in any order,
 * aligned or not.
 *
 * <p>The reader trusts no input. It checks sizes before it allocates memory. It refuses every malformed file with a
 * {@link org.atomizable.checkpoint.safetensors.MalformedFileException} that says what is wrong and where. It refuses a
 * well-formed file that has an unknown element type with an
 * {@link org.atomizable.checkpoint.safetensors.UnsupportedFileException}.
 */
@NullMarked
package org.atomizable.checkpoint.safetensors;

import org.jspecify.annotations.NullMarked;
