import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib';

const decoders: Readonly<Record<string, (bytes: Buffer) => Buffer>> = {
  gzip: gunzipSync,
  'x-gzip': gunzipSync,
  deflate: inflateSync,
  br: brotliDecompressSync,
};

/**
 * Undoes a `content-encoding`, of which several may have been applied one after the other.
 *
 * @throws {Error} the encoding is unknown, or the bytes are not of it.
 */
export function decompress(bytes: Buffer, contentEncoding: string): Buffer {
  const applied = contentEncoding.split(',').map((name) => name.trim().toLowerCase());
  return applied.reduceRight((decoded, name) => {
    const decode = decoders[name];
    if (!decode) throw new Error(`a body with content-encoding "${name}" cannot be recorded`);
    return decode(decoded);
  }, bytes);
}
