/**
 * A second pair of eyes on what is written: rules that others made and keep, which know the keys of many services, and what our own
 * know by its look. What was taken out before, they do not find.
 */
import { UserError } from '../../lib/user-error.ts';
import { findIn } from './text.ts';
import { credentialRules } from './text-rules.ts';

/** Something that looks like a secret: what kind, and where. Never what it is. */
export interface Found {
  /** What the rule that knows it calls it. */
  readonly kind: string;
  readonly line: number;
  readonly column: number;
  /** From which character of the text up to which. */
  readonly range: readonly [start: number, end: number];
}

let others: ReturnType<typeof loadOthers> | undefined;

/** Loaded when it is needed first: what only reads never pays for it. */
async function loadOthers() {
  const [{ lintSource }, { rules }, { secretLintProfiler }] = await Promise.all([
    import('@secretlint/core'),
    import('@secretlint/secretlint-rule-preset-recommend'),
    import('@secretlint/profiler'),
  ]);
  // It notes each step of each text, and forgets none.
  secretLintProfiler.setEnabled(false);
  // Not the one by which a text says where it must not be looked at: a provider could write that.
  const heard = rules.filter(({ meta }) => !meta.id.endsWith('filter-comments'));
  const config = { rules: heard.map((rule) => ({ id: rule.meta.id, rule })) };
  return (content: string, filePath: string) =>
    lintSource({ source: { content, filePath, contentType: 'text' }, options: { config, maskSecrets: true } });
}

/** What in a text looks like a secret. @param path what the text is called; some rules look into files of some names only */
export async function secretsIn(text: string, path: string): Promise<readonly Found[]> {
  others ??= loadOthers();
  const look = await others;
  const { messages } = await look(text, path);
  const theirs = messages.map(({ ruleId, messageId, range }) => ({
    kind: `${ruleId.replace(/^.*secretlint-rule-/, '')}: ${messageId}`,
    ...placeOf(text, range[0]),
    range,
  }));
  const ours = credentialRules.flatMap((rule) =>
    findIn(text, [rule]).map(({ start, end }) => ({
      kind: rule.reason,
      ...placeOf(text, start),
      range: [start, end] as const,
    })),
  );
  return [...theirs, ...ours].sort((a, b) => a.line - b.line || a.column - b.column);
}

function placeOf(text: string, offset: number): { readonly line: number; readonly column: number } {
  const before = text.slice(0, offset);
  return { line: before.split('\n').length, column: offset - before.lastIndexOf('\n') };
}

/**
 * Refuses a text that must not be written as it is.
 *
 * @param shown what the file is called
 * @throws {UserError} something in it looks like a secret: what kind and on which line, never what.
 */
export async function refuseSecrets(text: string, shown: string): Promise<void> {
  const found = await secretsIn(text, shown);
  const [first] = found;
  if (!first) return;
  const places = found.map(({ kind, line }) => `line ${line}: ${kind}`);
  throw new UserError(`not written: it seems to contain a secret (${places.join('; ')})`, {
    where: `${shown}:${first.line}:${first.column}`,
    hint: 'add a rule to recordings/scrub that removes it; if it is a real secret, revoke it at its provider',
  });
}
