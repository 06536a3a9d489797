import type { Allowed, Finding } from './allowed.ts';
import type { Scan } from './scan.ts';

/** What a scan came to, as it is printed. What was found is never shown: where it is, and its SHA-256. */
export function scanText(
  { files, kept, commits, shallow }: Scan,
  found: readonly Finding[],
  idle: readonly Allowed[],
): string {
  const history = shallow
    ? `of the history only what this shallow clone has (${commits} commits, ${kept} other objects): the rest was not looked at`
    : `the whole history (${commits} commits, ${kept} other objects)`;
  const lines = [
    `${files} files and ${history}: ${found.length} findings`,
    ...found.map(
      ({ name, line, column, kind, sha256, isNow }) =>
        `${name}:${line}:${column}: ${kind}${isNow ? '' : ' (not there any more, but in the history)'}\n  sha256: ${sha256}`,
    ),
    // In a shallow clone it may be what is missing.
    ...(shallow
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
export const isClean = ({ shallow }: Scan, found: readonly Finding[], idle: readonly Allowed[]): boolean =>
  found.length === 0 && (shallow || idle.length === 0);
