import { execFileSync, type StdioOptions } from 'node:child_process';
import { UserError } from '../../files/user-error.ts';

/** A file or a message as git keeps it. */
export interface Kept {
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
 * @throws {UserError} `root` is in no git checkout, or git is not installed.
 */
export function* historyOf(root: string, known: ReadonlySet<string> = new Set()): Generator<Kept> {
  const lines = git(root, ['rev-list', '--objects', '--all']).toString().split('\n').filter(Boolean);
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

/** Whether the beginning of the history is missing here. */
export const isShallow = (root: string): boolean =>
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
      hint: 'run it in a git checkout, with git installed',
    });
  }
}
