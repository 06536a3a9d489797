import { writeJson } from '../format/lossless-json.ts';
import { ForeignProblem } from './foreign-recording.ts';

/** Bodies as other recorders keep them: text, base64, hexadecimal, bytes of YAML, or parsed. */

/** @throws {ForeignProblem} the text is not base64. */
export function fromBase64(text: string, what: string): Buffer {
  const compact = text.replaceAll(/\s/g, '');
  const digits = compact.replace(/={1,2}$/, '');
  if (/[^A-Za-z0-9+/]/.test(digits) || digits.length % 4 === 1) throw new ForeignProblem(`${what} is not base64`);
  return Buffer.from(digits, 'base64');
}

/** @throws {ForeignProblem} the text is not hexadecimal. */
export function fromHex(text: string, what: string): Buffer {
  if (/[^0-9a-f]/i.test(text) || text.length % 2 === 1) throw new ForeignProblem(`${what} is not hexadecimal`);
  return Buffer.from(text, 'hex');
}

/** Text, or bytes where they are no text. */
export const isBody = (value: unknown): value is string | Uint8Array =>
  typeof value === 'string' || value instanceof Uint8Array;

/** The bytes of text, or of what YAML has as `!!binary`. */
export const bytesOfScalar = (value: string | Uint8Array): Buffer =>
  typeof value === 'string' ? Buffer.from(value, 'utf8') : Buffer.from(value);

/** A body that was parsed before it was kept, written again. */
export const writtenAgain = (value: unknown): Buffer => Buffer.from(writeJson(value), 'utf8');
