import { basename, dirname, join, normalize } from 'node:path/posix';

/** One thing that breaks a rule of the house. */
export interface Finding {
  /** Name of the rule, in kebab-case. */
  readonly rule: string;
  /** What breaks it: a path relative to the repository, with `:line` where there is one, or `from → to`. */
  readonly where: string;
  /** What is wrong there. Left out where the place says it all, as `from → to` does. */
  readonly message?: string;
  /** Why the rule is there and what to do instead. */
  readonly advice: string;
}

/** Findings as text, grouped by rule, so that each rule explains itself once. */
export function showFindings(findings: readonly Finding[]): string {
  return [...Map.groupBy(findings, (finding) => `${finding.rule}\n  ${finding.advice}`)]
    .map(([head, group]) =>
      [head, ...group.map((f) => `  ✗ ${f.where}${f.message ? `: ${f.message}` : ''}`)].join('\n'),
    )
    .join('\n\n');
}

/** A tracked text file, as the house rules see it. */
export interface SourceFile {
  /** Relative to the repository, with forward slashes. */
  readonly path: string;
  readonly text: string;
}

/** The most lines that a file may have: one noun a file, with all that belongs to it alone. */
export const maximumLines = { source: 600, test: 800 };

/** All house rules, on one file. They look at text alone; what needs the import graph is in dependencies.ts. */
export function judgeFile(file: SourceFile): Finding[] {
  return [indexOnlyReExports, notTooLong, noImportTypes, noMachinePaths, noRegistryHosts, noRealTime].flatMap((rule) =>
    rule(file),
  );
}

/** An `index.ts` is a table of contents: nothing but `export … from`. */
export function indexOnlyReExports({ path, text }: SourceFile): Finding[] {
  if (basename(path) !== 'index.ts') return [];
  const rest = text
    .replace(/\/\*[\s\S]*?\*\//g, blank)
    .replace(/\/\/.*/g, blank)
    .replace(/\bexport\s+(type\s+)?(\*(\s+as\s+\w+)?|\{[^{}]*\})\s+from\s+(['"])[^'"]+\4\s*;?/g, blank);
  return matches(rest, /\S.*/g)
    .slice(0, 1)
    .map((found) => ({
      rule: 'index-only-re-exports',
      where: `${path}:${found.line}`,
      message: `"${found.text.trim()}" is not a re-export`,
      advice:
        'A reader takes an index.ts for the table of contents. Move the code to a file named after it and re-export it here.',
    }));
}

/** No `.ts` file is longer than {@link maximumLines}. */
export function notTooLong({ path, text }: SourceFile): Finding[] {
  if (!path.endsWith('.ts')) return [];
  const limit = path.endsWith('.test.ts') ? maximumLines.test : maximumLines.source;
  const lines = text.split('\n').length - (text.endsWith('\n') ? 1 : 0);
  if (lines <= limit) return [];
  return [
    {
      rule: 'not-too-long',
      where: path,
      message: `${lines} lines; at most ${limit}`,
      advice: 'A file this long holds more than one noun. Give each noun its own file, and data a data file.',
    },
  ];
}

/** No type is imported inside an expression: dependency-cruiser does not see such an import in every place. */
export function noImportTypes({ path, text }: SourceFile): Finding[] {
  if (!path.endsWith('.ts')) return [];
  return matches(
    text,
    /\btypeof\s+import\(|(?<!@link )\bimport\(\s*(['"])[^'"]*\1\s*\)\s*\.\s*(?!(then|catch|finally)\b)\w+/g,
  ).map((found) => ({
    rule: 'no-import-types',
    where: `${path}:${found.line}`,
    message: found.text,
    advice:
      'The import rules cannot see every type imported in place. Write `import type { … } from` at the top of the file.',
  }));
}

/** Folders at the root of somebody's machine. Joined here, so that this file does not name such a path itself. */
const machineFolder = new RegExp(`(?<![\\w.~})\\]-])/(${['work', 'home', 'Users', 'tmp'].join('|')})/[^\\s'"\`]*`, 'g');

/** Recorded content and scenarios speak of a provider's machine, tests of imagined ones. */
const speaksOfOtherMachines = /^recordings\/cassettes\/|^spec\/scenarios\/|\.test\.ts$|\/fixtures\//;

/** No tracked file names a folder of the machine that it was written on. */
export function noMachinePaths({ path, text }: SourceFile): Finding[] {
  if (speaksOfOtherMachines.test(path)) return [];
  return matches(text, machineFolder).map((found) => ({
    rule: 'no-machine-paths',
    where: `${path}:${found.line}`,
    message: found.text,
    advice:
      'This path exists on one machine only. Make it relative to import.meta.dirname, take it as an option, or use os.tmpdir().',
  }));
}

/** Hosts that serve packages: npm's and Yarn's own, and the usual ways to mirror them. */
const registryHost =
  /\bregistry\.(npmjs\.org|yarnpkg\.com|npmmirror\.com)\b|\bnpm\.pkg\.github\.com\b|\/\/[^\s/'"]+\/(artifactory|nexus)\/[^\s'"]*|\.jfrog\.io\b/g;

/** Addresses in the files that say which packages are installed. */
const requirements = /https?:[^\s'"]*|--(extra-)?index-url\b.*|--find-links\b.*|^-[if]\b.*/gm;
const addressIn = new Map([
  ['package-lock.json', /"resolved": "https?:[^"]*"/g],
  ['requirements.txt', requirements],
  ['requirements.in', requirements],
]);

/** No tracked file says from which registry packages are taken: that is the installing machine's business. */
export function noRegistryHosts({ path, text }: SourceFile): Finding[] {
  const pattern = addressIn.get(basename(path)) ?? registryHost;
  return matches(text, pattern).map((found) => ({
    rule: 'no-registry-hosts',
    where: `${path}:${found.line}`,
    message: found.text,
    advice:
      'Which registry serves the packages differs from machine to machine. Leave it out; for the lockfile, .npmrc has omit-lockfile-registry-resolved; npm run setup:python -- --lock writes requirements without.',
  }));
}

/** Timers of the system: calls that set one, and imports of more than turns of the event loop. */
const timer =
  /(?<![\w.#])set(Timeout|Interval)\((?!\(\) => \{\})|\bAbortSignal\.timeout\(|\bimport (?!\{ setImmediate \})[^;]*? from 'node:timers(\/promises)?'/g;

/** Code that keeps timers apart, and code of adapters, whose timers run on the virtual clock. */
const hasTimers =
  /^(lib\/real-time\.ts|scripts\/lint-source\/repository-rules\.test\.ts|recordings\/clock\/.*|recordings\/transport\/node-http-adapter\.ts)$|^(adapters|spec\/contract)\//;

/** Tests that end other processes at some moment, which no virtual clock reaches. */
const waitsInTests = ['scripts/crash-safety/crash.test.ts', 'scripts/record/interrupted.test.ts'];

/** Nothing waits in real time, but by lib/real-time.ts; tests do not even by that. */
export function noRealTime({ path, text }: SourceFile): Finding[] {
  if (!path.endsWith('.ts') || hasTimers.test(path)) return [];
  const isTest = path.endsWith('.test.ts') && !waitsInTests.includes(path);
  const waits = isTest ? matches(text, /\bimport \{[^}]*\b(pause|after)\b[^}]*\} from '[^']*\/real-time\.ts'/g) : [];
  return [...matches(text, timer), ...waits].map((found) => ({
    rule: 'no-real-time',
    where: `${path}:${found.line}`,
    message: found.text.replace(/\s+/g, ' '),
    advice:
      'What waits in real time depends on the load of the machine. Wait for an event, or run on the virtual clock (recordings/clock). Code that deals with other processes or a real network takes its timers from lib/real-time.ts.',
  }));
}

const blank = (text: string): string => text.replace(/[^\n]/g, ' ');

function matches(text: string, pattern: RegExp): { line: number; text: string }[] {
  return [...text.matchAll(pattern)].map((m) => ({ line: text.slice(0, m.index).split('\n').length, text: m[0] }));
}

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
