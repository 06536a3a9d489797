import { execFileSync, type StdioOptions } from 'node:child_process';
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import Type from 'typebox';
import { readRegularFile } from '../../lib/read-regular-file.ts';
import { UserError } from '../../lib/user-error.ts';
import { type Found, secretsIn } from '../../recordings/scrub/secretlint.ts';
import { workingTree } from '../cache/project.ts';

/** What was looked at, and what was found there. */
export interface Scan {
  readonly files: number;
  /** Files as they were once and are no more, and tags. */
  readonly kept: number;
  readonly commits: number;
  /** Why the beginning of the history was not looked at: it is not here, or so many last commits were asked for. */
  readonly partial: 'shallow' | 'last' | undefined;
  readonly findings: readonly Finding[];
}

/**
 * Looks through all files of the project, and through all that its history holds.
 *
 * @param last so many of the last commits alone; all of them where there are fewer
 * @throws {UserError} there is no git.
 */
export async function scan(root: string, last?: number): Promise<Scan> {
  const findings: Finding[] = [];
  const look = async (text: string, name: string, isNow: boolean) => {
    for (const found of await secretsIn(text, name)) findings.push(findingOf(found, name, text, isNow));
  };
  const { files, idOf } = workingTree(root);
  for (const path of files) await look(readRegularFile(join(root, path), 'file').toString('utf8'), path, true);
  let kept = 0;
  let commits = 0;
  const before = last === undefined ? undefined : ancestor(root, last);
  for (const { name, type, text } of historyOf(root, new Set(files.flatMap((path) => idOf(path) ?? [])), before)) {
    if (type === 'commit') commits += 1;
    else kept += 1;
    await look(text, name, false);
  }
  const partial = before !== undefined ? 'last' : isShallow(root) ? 'shallow' : undefined;
  return { files: files.length, kept, commits, partial, findings };
}

/** What a scan came to, as it is printed. What was found is never shown: where it is, and its SHA-256. */
export function scanText(
  { files, kept, commits, partial }: Scan,
  found: readonly Finding[],
  idle: readonly Allowed[],
): string {
  const what = {
    shallow: 'only the history of this shallow clone',
    last: 'the last of the history',
    all: 'the whole history',
  };
  const history = `${what[partial ?? 'all']} (${commits} commits, ${kept} other objects)`;
  const lines = [
    `${files} files and ${history}: ${found.length} findings`,
    ...found.map(
      ({ name, line, column, kind, sha256, isNow }) =>
        `${name}:${line}:${column}: ${kind}${isNow ? '' : ' (only in the history)'}\n  sha256: ${sha256}`,
    ),
    // It may be in what is missing.
    ...(partial
      ? []
      : idle.map(({ path, kind, sha256 }) => `allowed, and not found: ${path}: ${kind}\n  sha256: ${sha256}`)),
  ];
  if (found.length > 0) {
    lines.push(
      '  → give a real one back to its provider (rotate it) before anything else. One that only looks so is put together from pieces,',
      '    or, where the history has it, listed in scripts/secrets/allowed.yaml with its reason',
    );
  }
  return `${lines.join('\n')}\n`;
}

/** Whether a scan is as it should be. */
export const isClean = ({ partial }: Scan, found: readonly Finding[], idle: readonly Allowed[]): boolean =>
  found.length === 0 && (partial !== undefined || idle.length === 0);

/** What is like a secret on purpose: where, by its SHA-256, and why. */
export const AllowedSchema = Type.Array(
  Type.Object(
    {
      path: Type.String({ minLength: 1 }),
      kind: Type.String({ minLength: 1 }),
      sha256: Type.String({ pattern: '^[0-9a-f]{64}$' }),
      reason: Type.String({ minLength: 10 }),
    },
    { additionalProperties: false },
  ),
);

type Allowed = Type.Static<typeof AllowedSchema>[number];

/** Something that was found in a file, by name and SHA-256. */
interface Finding extends Pick<Found, 'kind' | 'line' | 'column'> {
  readonly name: string;
  readonly sha256: string;
  /** Whether it is in the files as they are now, and not only in the history. */
  readonly isNow: boolean;
}

/** A finding, told by what was found, without telling that. */
function findingOf({ kind, line, column, range }: Found, name: string, text: string, isNow: boolean): Finding {
  const sha256 = createHash('sha256')
    .update(text.slice(...range))
    .digest('hex');
  return { kind, line, column, name, sha256, isNow };
}

/** Findings that nobody allowed, each once, and what is allowed and was not found. */
export function held(findings: readonly Finding[], allowed: readonly Allowed[]): { found: Finding[]; idle: Allowed[] } {
  const keyOf = ({ kind, sha256 }: Pick<Finding, 'kind' | 'sha256'>, path: string) => `${path}\n${kind}\n${sha256}`;
  const byKey = new Map<string, Finding>();
  // What is there now is worth more than what was.
  for (const finding of findings.toSorted((a, b) => Number(b.isNow) - Number(a.isNow))) {
    const key = keyOf(finding, finding.name);
    if (!byKey.has(key)) byKey.set(key, finding);
  }
  // A file that was moved keeps in the history what is allowed at its new place.
  const anywhere = '';
  const keys = new Set(allowed.flatMap((entry) => [keyOf(entry, entry.path), keyOf(entry, anywhere)]));
  const past = new Set(findings.flatMap((finding) => (finding.isNow ? [] : keyOf(finding, anywhere))));
  return {
    found: [...byKey].flatMap(([key, finding]) =>
      keys.has(finding.isNow ? key : keyOf(finding, anywhere)) ? [] : [finding],
    ),
    idle: allowed.filter((entry) => !byKey.has(keyOf(entry, entry.path)) && !past.has(keyOf(entry, anywhere))),
  };
}

/** A file or a message as git keeps it. */
interface Kept {
  /** One of the paths at which a file is or was; of a commit or a tag, its kind and id. */
  readonly name: string;
  readonly type: string;
  readonly text: string;
}

/** How many objects are asked for at once. */
const batch = 400;

/**
 * All files, commits and tags that any branch or tag leads to, each once.
 *
 * @param known ids of files that are left out
 * @param before a commit whose history is left out, and its own files
 * @throws {UserError} `root` is in no git checkout, or git is not installed.
 */
function* historyOf(root: string, known: ReadonlySet<string>, before: string | undefined): Generator<Kept> {
  const which = before === undefined ? ['--all'] : ['HEAD', '--not', before];
  const lines = git(root, ['rev-list', '--objects', ...which])
    .toString()
    .split('\n')
    .filter(Boolean);
  const names = new Map(lines.map((line) => [line.slice(0, line.search(/ |$/)), line.replace(/^\S+ ?/, '')]));
  const ids = [...names.keys()].filter((id) => !known.has(id));
  for (let at = 0; at < ids.length; at += batch) {
    const answer = git(root, ['cat-file', '--batch'], `${ids.slice(at, at + batch).join('\n')}\n`);
    for (const { id, type, bytes } of objectsIn(answer)) {
      // Of trees, the names are with the files.
      if (type === 'tree') continue;
      yield { name: names.get(id) || `${type} ${id.slice(0, 10)}`, type, text: bytes.toString('utf8') };
    }
  }
}

/** The commit that so many commits follow, or none where the history is shorter. */
const ancestor = (root: string, last: number): string | undefined =>
  git(root, ['rev-list', '--first-parent', `--skip=${last}`, '--max-count=1', 'HEAD'])
    .toString()
    .trim() || undefined;

/** Whether the beginning of the history is missing here. */
const isShallow = (root: string): boolean =>
  git(root, ['rev-parse', '--is-shallow-repository']).toString().trim() === 'true';

/** What `git cat-file --batch` answers: `<id> <type> <size>`, the bytes, a line end. */
function* objectsIn(answer: Buffer): Generator<{ readonly id: string; readonly type: string; readonly bytes: Buffer }> {
  for (let at = 0; at < answer.length; ) {
    const start = answer.indexOf('\n', at) + 1;
    const [id = '', type = '', size = ''] = answer.toString('utf8', at, start - 1).split(' ');
    const end = start + Number(size);
    yield { id, type, bytes: answer.subarray(start, end) };
    at = end + 1;
  }
}

function git(root: string, args: readonly string[], input = ''): Buffer {
  const stdio: StdioOptions = 'pipe';
  try {
    return execFileSync('git', args, { cwd: root, input, stdio, maxBuffer: 2 ** 30 });
  } catch (error) {
    throw new UserError(`cannot read the history: ${(error as Error).message.trim()}`, {
      where: root,
      hint: 'run the command in a git checkout, with git installed',
    });
  }
}
