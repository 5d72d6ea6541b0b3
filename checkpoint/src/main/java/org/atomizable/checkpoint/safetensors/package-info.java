/**
 * The safetensors file format, read and written; knows no store.
 *
 * <pre>
 * offset 0      N, the length of the header: 8 bytes, unsigned, little-endian
 * offset 8      N bytes of UTF-8 JSON, beginning with '{' and padded with spaces so that the data begin 8-aligned:
 *                 {"__metadata__":{"key":"value"},
 *                  "name":{"dtype":"F32","shape":[2,3],"data_offsets":[0,24]}, ...}
 * offset 8+N    the tensors' bytes, row-major, little-endian, without holes or overlaps; offsets count from here
 * </pre>
 *
 * <p>The writer puts tensors of wider elements first, so that each begins at a multiple of its element's size: many readers
 * map a file into memory and fail on unaligned data. The reader takes tensors in any order, aligned or not.
 *
 * <p>The reader believes nothing: sizes are checked before memory is taken, and every malformed file is refused with a
 * {@link org.atomizable.checkpoint.safetensors.MalformedFileException} that says what is wrong and where. A well-formed file
 * with a type that is not known here is refused with an {@link
 * org.atomizable.checkpoint.safetensors.UnsupportedFileException}.
 */
@NullMarked
package org.atomizable.checkpoint.safetensors;

import org.jspecify.annotations.NullMarked;
