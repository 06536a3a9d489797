/** Who wrote a line. */
import type { Decision } from '../../reports/gate/schema.ts';
import { gitLine } from '../git.ts';

/** How many exceptions are asked about. */
const most = 50;

type Listed = Decision['exceptions']['added'][number];

/** The decision, with who listed the exceptions that are new or say something else, where git knows. */
export async function withAuthors(decision: Decision, root: string): Promise<Decision> {
  const { added, changed, removed } = decision.exceptions;
  const [addedBy, changedBy] = await Promise.all([
    Promise.all(added.map((e, i) => (i < most ? signed(e, root) : e))),
    Promise.all(changed.map(async (c, i) => (i < most ? { ...c, after: await signed(c.after, root) } : c))),
  ]);
  return { ...decision, exceptions: { added: addedBy, changed: changedBy, removed } };
}

async function signed(listed: Listed, root: string): Promise<Listed> {
  const [, file, line] = /^(.*):(\d+)$/.exec(listed.place) ?? [];
  if (!file || !line) return listed;
  const said = await gitLine(['blame', '--porcelain', '-L', `${line},${line}`, '--', file], root);
  const by = authorOf(said ?? '', listed.cases);
  return by ? { ...listed, by } : listed;
}

/**
 * Whose name stands in what `git blame --porcelain` says of one line; nothing where nobody has committed it, or where the line is not
 * the one that was meant. Pure.
 *
 * @param pattern what the line holds
 */
function authorOf(said: string, pattern: string): string | undefined {
  const line = said.split('\n').find((each) => each.startsWith('\t'));
  if (/^0+ /.test(said) || !line?.includes(pattern)) return undefined;
  return /^author (.+)$/m.exec(said)?.[1];
}
