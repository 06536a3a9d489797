/** The drawing of docs/architecture.md: which rooms of the project import which others. Generated from the imports of the code. */
import { dirname, join } from 'node:path/posix';
import { parseSync } from 'oxc-parser';
import type { SourceFile } from './repository-rules.ts';

/** A node of the drawing: some folders that are understood together. */
export interface Room {
  readonly name: string;
  /** Its files, relative to the repository. The first room that fits a file has it. */
  readonly paths: RegExp;
}

/** Every file that is not a test belongs to one. `lib/` is left out, because every room imports it. */
export const rooms: readonly Room[] = [
  { name: 'kits<br/>what other repositories import', paths: /^kits\// },
  { name: 'scripts<br/>commands, lint', paths: /^(scripts|vitest\.config)/ },
  { name: 'reports<br/>report, gate, can-i-use', paths: /^reports\// },
  { name: 'spec/kill-matrix, blindness<br/>proof of checks', paths: /^spec\/(kill-matrix|blindness)\// },
  { name: 'spec/corpus, probe<br/>real traffic, servers', paths: /^spec\/(corpus|traffic|probe)\// },
  {
    name: 'spec/engine, checks, faults, client-setups, results<br/>run and judge',
    paths: /^spec\/(engine|checks|faults|client-setups|results|external-adapter)\/|^spec\/[^/]+$/,
  },
  { name: 'spec/scenarios', paths: /^spec\/scenarios\// },
  { name: 'spec/wire, provider-apis<br/>readers and provider rules', paths: /^spec\/(wire|provider-apis)\// },
  { name: 'spec/verdicts<br/>impact and evidence', paths: /^spec\/verdicts\// },
  { name: 'spec/facts', paths: /^spec\/facts\// },
  { name: 'adapters/broken', paths: /^adapters\/(broken\/|reference\/[^/]+\/broken)/ },
  { name: 'recordings<br/>cassettes, replay, faults', paths: /^recordings\// },
  { name: 'adapters', paths: /^adapters\// },
  { name: 'matrix<br/>claims', paths: /^matrix\// },
  { name: 'spec/contract, process<br/>what an adapter implements', paths: /^spec\/(contract|process)\// },
];

/**
 * The drawing, in Mermaid. An arrow that others lead around is left out.
 *
 * @throws {Error} A file has no room, or a room imports itself through others.
 */
export function drawRooms(files: readonly SourceFile[]): string {
  const imports = rooms.map(() => new Set<number>());
  const code = files.filter(
    ({ path }) => /\.(ts|mjs)$/.test(path) && !/\.test\.ts$|^lib\/|^[^/]+$|\/fixtures\//.test(path),
  );
  for (const { path, text } of code) {
    for (const target of importedBy(path, text)) {
      if (!/\.(ts|mjs)$/.test(target) || /^lib\/|^[^/]+$/.test(target)) continue;
      const [from, to] = [roomOf(path), roomOf(target)];
      if (from !== to) imports[from]?.add(to);
    }
  }
  const reachable = imports.map((_, start) => {
    const reached = new Set<number>();
    const visit = (from: number) => {
      for (const to of imports[from] ?? []) {
        if (reached.has(to)) continue;
        reached.add(to);
        visit(to);
      }
    };
    visit(start);
    if (reached.has(start)) throw new Error(`${rooms[start]?.name} imports itself through other rooms`);
    return reached;
  });
  const arrows = imports.flatMap((targets, from) =>
    [...targets]
      .sort((a, b) => a - b)
      .filter((to) => ![...targets].some((other) => reachable[other]?.has(to)))
      .map((to) => `  r${from} --> r${to}`),
  );
  return ['flowchart TD', ...rooms.map(({ name }, i) => `  r${i}["${name}"]`), ...arrows].join('\n');
}

/** Replaces the drawing of the page. */
export function withDrawing(page: string, drawing: string): string {
  return page.replace(/(```mermaid\n)[\s\S]*?(\n```)/, (_, start, end) => `${start}${drawing}${end}`);
}

/** The files of the project that a file imports, for their types too. */
function importedBy(path: string, text: string): string[] {
  const { staticImports, staticExports, dynamicImports } = parseSync(path, text).module;
  const specifiers = [
    ...staticImports.map(({ moduleRequest }) => moduleRequest.value),
    ...staticExports.flatMap(({ entries }) => entries.map(({ moduleRequest }) => moduleRequest?.value)),
    ...dynamicImports.map(({ moduleRequest: { start, end } }) => /^'(.+)'$/.exec(text.slice(start, end))?.[1]),
  ];
  return specifiers.flatMap((specifier) => (specifier?.startsWith('.') ? join(dirname(path), specifier) : []));
}

function roomOf(path: string): number {
  const room = rooms.findIndex(({ paths }) => paths.test(path));
  if (room < 0) throw new Error(`${path} is in no room: add it to scripts/lint-source/rooms.ts`);
  return room;
}
