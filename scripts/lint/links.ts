import { dirname, join, normalize } from 'node:path/posix';
import type { Finding } from './finding.ts';
import type { SourceFile } from './house.ts';

/** What a link may lead to: the project's files and the folders that they are in. */
export function linkTargets(paths: readonly string[]): ReadonlySet<string> {
  const targets = new Set(paths);
  for (const path of paths) {
    for (let folder = dirname(path); folder !== '.'; folder = dirname(folder)) targets.add(folder);
  }
  return targets;
}

/** A document's relative links lead to something that is there. Links into the web are not followed. */
export function noDeadLinks({ path, text }: SourceFile, targets: ReadonlySet<string>): Finding[] {
  if (!path.endsWith('.md')) return [];
  return [...text.matchAll(/\]\((?!https?:|#|mailto:)([^)#\s]+)(?:#[^)]*)?\)/g)].flatMap((found) => {
    const [, link = ''] = found;
    const target = normalize(join(dirname(path), link)).replace(/\/$/, '');
    if (targets.has(target)) return [];
    return [
      {
        rule: 'no-dead-links',
        where: `${path}:${text.slice(0, found.index).split('\n').length}`,
        message: `"${link}" leads to ${target}, which is not there`,
        advice: 'The file was moved, or never added. Mend the link.',
      },
    ];
  });
}
