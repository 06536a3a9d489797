/**
 * Where the evidence of a run lies: of each adapter one file of JSON Lines, a line for each case in the order of its results. A file
 * for each case would be thousands, and to make them took as long as a tenth of a run.
 */
import { hash } from 'node:crypto';
import { join } from 'node:path';
import { parseData } from '../../lib/data-file.ts';
import { linesOf } from '../../lib/lines-of.ts';
import { decodeText, readIfExists } from '../../lib/read-regular-file.ts';
import { displayPath, UserError } from '../../lib/user-error.ts';
import { type CaseResult, Evidence, type Results } from '../../spec/results/schema.ts';

/** The folder of evidence beside results. */
export const evidenceFolder = 'evidence';

/** What this program calls a file of evidence, and what version 1 of results did; nothing else in the folder is its own to remove. */
export const isEvidenceFile = (name: string): boolean => /\.[0-9a-f]{16}\.jsonl$|^[0-9a-f]{64}\.json$/.test(name);

/** The most bytes of a file: an adapter has some hundred cases, and each of them some 10 kB. */
const mostBytes = 2 ** 30;

/** A file of evidence that results name, and the hashes of its lines. */
export interface EvidenceFile {
  readonly name: string;
  readonly hashes: readonly string[];
}

/**
 * The files that results name. What is in one is known by its name, which is made of the hashes of its lines: what
 * old results name is never overwritten by what new ones do. Pure.
 */
export function evidenceFiles(cases: readonly CaseResult[]): EvidenceFile[] {
  const seen = cases.filter(({ evidenceSha256 }) => evidenceSha256 !== undefined);
  return [...Map.groupBy(seen, ({ adapter }) => adapter)].map(([adapter, of]) => {
    const hashes = [...new Set(of.flatMap(({ evidenceSha256 }) => evidenceSha256 ?? []))];
    // Results may be anybody's: what they call an adapter is no path.
    const safe = adapter.replaceAll(/[^\w-]/g, '_').slice(0, 100);
    return { name: `${safe}.${hash('sha256', hashes.join('\n')).slice(0, 16)}.jsonl`, hashes };
  });
}

/** The lines of a file of evidence, as they are written. Pure. @throws where results name what is not given */
export const linesFor = (
  { hashes }: Pick<EvidenceFile, 'hashes'>,
  evidence: Pick<ReadonlyMap<string, Buffer>, 'get'>,
): readonly Buffer[] =>
  hashes.map((sha256) => {
    const line = evidence.get(sha256);
    if (line === undefined) throw new Error(`results name the evidence ${sha256}, which is missing`);
    return line;
  });

/** What an earlier run saw as well need not be written again, unless somebody has changed it. */
export function isThere({ name, hashes }: EvidenceFile, folder: string): boolean {
  try {
    const bytes = readIfExists(join(folder, name), 'evidence file', { most: mostBytes });
    return bytes !== undefined && areOf(linesOf(bytes), hashes);
  } catch {
    return false;
  }
}

const areOf = (lines: readonly Buffer[], hashes: readonly string[]): boolean =>
  lines.length === hashes.length && lines.every((line, i) => hash('sha256', line) === hashes[i]);

/** The evidence of a run on disk, by the hashes that its results name. A file is read when one of its lines is asked for. */
export class EvidenceReader {
  readonly #folder: string;
  readonly #fileOf = new Map<string, EvidenceFile>();
  readonly #read = new Map<EvidenceFile, ReadonlyMap<string, Buffer>>();

  /** @param folder that the results are from */
  constructor(folder: string, { cases }: Pick<Results, 'cases'>) {
    this.#folder = folder;
    for (const file of evidenceFiles(cases)) for (const sha256 of file.hashes) this.#fileOf.set(sha256, file);
  }

  /**
   * The line of a hash, as it was written.
   *
   * @throws {UserError} its file is not there, cannot be read, or is not what was named.
   */
  bytes(sha256: string): Buffer {
    const file = this.#fileOf.get(sha256);
    const line = file && (this.#read.get(file) ?? this.#lines(file)).get(sha256);
    if (!line) throw new Error(`no results name the evidence ${sha256}`);
    return line;
  }

  /** The same as text. Throws as {@link bytes}, and where it is no text. */
  text(sha256: string): string {
    return decodeText(this.bytes(sha256), this.#path(sha256), 'evidence file');
  }

  /** What was seen of a case. Throws as {@link text}, and where it is malformed. */
  read(sha256: string): Evidence {
    return parseData(this.text(sha256), this.#path(sha256), Evidence, 'evidence file');
  }

  #path(sha256: string): string {
    return join(this.#folder, evidenceFolder, this.#fileOf.get(sha256)?.name ?? '');
  }

  #lines(file: EvidenceFile): ReadonlyMap<string, Buffer> {
    const path = join(this.#folder, evidenceFolder, file.name);
    const bytes = readIfExists(path, 'evidence file', { within: this.#folder, most: mostBytes });
    if (!bytes) throw notAsNamed('the results name this evidence, and it is not there', path);
    const lines = linesOf(bytes);
    if (!areOf(lines, file.hashes))
      throw notAsNamed('this evidence is not what the results name: its bytes were changed', path);
    const byHash = new Map(lines.map((line, i) => [file.hashes[i] ?? '', line]));
    this.#read.set(file, byHash);
    return byHash;
  }
}

const notAsNamed = (problem: string, path: string): UserError =>
  new UserError(problem, { where: displayPath(path), hint: 'run again: npm run conformance' });
