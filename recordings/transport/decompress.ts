import { brotliDecompressSync, gunzipSync, inflateRawSync, inflateSync, zstdDecompressSync } from 'node:zlib';

/** The most bytes that a body may become: some thousand bytes may stand for all of a machine's memory. */
const limits = { maxOutputLength: 64 * 2 ** 20 };

const decoders: Readonly<Record<string, (bytes: Buffer) => Buffer>> = {
  gzip: (bytes) => gunzipSync(bytes, limits),
  'x-gzip': (bytes) => gunzipSync(bytes, limits),
  // Some send it without the header that RFC 9110 demands (8.4.1.2): the low half of its first byte is then not 8.
  deflate: (bytes) => ((bytes[0] ?? 0) % 16 === 8 ? inflateSync(bytes, limits) : inflateRawSync(bytes, limits)),
  br: (bytes) => brotliDecompressSync(bytes, limits),
  zstd: (bytes) => zstdDecompressSync(bytes, limits),
};

/**
 * Undoes a `content-encoding`, of which several may have been applied one after the other.
 *
 * @throws {Error} the encoding is unknown, the bytes are not of it, or would become more than 64 MiB.
 */
export function decompress(bytes: Buffer, contentEncoding: string): Buffer {
  const applied = contentEncoding.split(',').map((name) => name.trim().toLowerCase());
  return applied.reduceRight((decoded, name) => {
    const decode = Object.hasOwn(decoders, name) ? decoders[name] : undefined;
    if (!decode) throw new Error(`a body with content-encoding "${name}" cannot be recorded`);
    return decode(decoded);
  }, bytes);
}
