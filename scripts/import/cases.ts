/** Cases out of recordings of other programs: judged and shown first, and written when the user says so. */
import { existsSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { stringify } from 'yaml';
import { escapeControl } from '../../lib/escape-control-characters.ts';
import { displayPath, UserError } from '../../lib/user-error.ts';
import { writeFileAtomic } from '../../lib/write-atomic.ts';
import { loadMatrix } from '../../matrix/load.ts';
import { providerOf } from '../../matrix/model.ts';
import { cassettePath } from '../../recordings/format/cassette-path.ts';
import { writeCassette } from '../../recordings/format/store.ts';
import { importProvenance } from '../../recordings/import/provenance.ts';
import { stabilize } from '../../recordings/scrub/stabilize.ts';
import { loadScenarioFile } from '../../spec/scenarios/load.ts';
import { wireReaderFor } from '../../spec/wire/index.ts';
import { conversationsIn, type Proposed, problemsOf, proposedCase, summaryOf } from './propose-case.ts';
import { fileLines, readFor } from './read-file.ts';

/** What to make cases of. */
export interface CasesRequest {
  readonly providerApi: string;
  readonly files: readonly string[];
  readonly format?: string | undefined;
  /** Where cases are written: `provider-apis/<provider-api>/scenarios` and `cassettes` below it. */
  readonly into: string;
  /** How their ids begin; as the first file is called, unless told. */
  readonly name?: string | undefined;
  /** `ask`: write what the user agrees to, in a terminal; nothing elsewhere. */
  readonly write: boolean | 'ask';
  readonly print: (text: string) => void;
}

/**
 * Prints what is wrong with recordings and the cases that they propose, then writes these.
 *
 * @returns the ids of what was written, as `<provider-api>/<tool>/<scenario>`
 * @throws {UserError} a file is missing, of no known format, or without an operation of the provider API; a case is there already.
 */
export async function importCases(request: CasesRequest): Promise<readonly string[]> {
  const { providerApi, files, format, print } = request;
  const column = providerOf(await loadMatrix(), providerApi);
  const reader = await wireReaderFor(providerApi);
  const read = files.map((path) => readFor(path, format, column));
  const conversations = conversationsIn(
    read.flatMap(({ exchanges }) => exchanges),
    reader,
  );
  const say = (lines: readonly string[]) => print(`${escapeControl(lines.join('\n'))}\n`);
  const start = request.name ?? slugOf(files[0] ?? '');
  const proposed = conversations.map((each, i) =>
    proposedCase(each, conversations.length === 1 ? start : `${start}-${i + 1}`),
  );
  say([
    ...read.flatMap(({ told }) => fileLines(told)),
    '',
    `Your recording, judged: ${conversations.length} conversation${conversations.length === 1 ? '' : 's'}`,
    ...conversations.flatMap((each, i) => {
      const problems = problemsOf(each, reader);
      return [
        `${i + 1}. ${proposed[i]?.scenario.title}: ${summaryOf(each)}`,
        ...(problems.length > 0 ? problems.map((line) => `   ✗ ${line}`) : ['   nothing is wrong with it']),
      ];
    }),
    '',
    'Proposed cases:',
    ...proposed.map(
      ({ tool, scenario }) => `\n# ${providerApi}/${tool}/${scenario.id}\n${stringify(scenario, plain).trimEnd()}`,
    ),
  ]);
  if (!(await agreed(request.write, proposed.length))) {
    say(['', 'Nothing was written. To write these: --yes']);
    return [];
  }
  const written: string[] = [];
  const provenance = importProvenance(
    read.map(({ recording }) => recording),
    [...new Set(read.flatMap(({ exchanges }) => exchanges.flatMap(({ losses }) => losses)))],
  );
  for (const each of proposed) {
    const { tool, scenario, entries, transport } = each;
    const folder = resolve(request.into, 'cassettes');
    const path = cassettePath({ providerApi, tool, scenario: scenario.id }, folder);
    await writeScenario(each, resolve(request.into, 'provider-apis', providerApi, 'scenarios', `${tool}.yaml`));
    await writeCassette(path, transport, stabilize({ provenance, entries }), folder);
    written.push(`${providerApi}/${tool}/${scenario.id}`);
    say([`written: ${displayPath(path)}`]);
  }
  return written;
}

/** Anchors are for machines. */
const plain = { aliasDuplicateObjects: false };

const slugOf = (path: string): string =>
  `recorded-${
    basename(path)
      .toLowerCase()
      .replace(/\..*$/, '')
      .replaceAll(/[^a-z0-9]+/g, '-')
      .replaceAll(/^-|-$/g, '') || 'conversation'
  }`;

async function agreed(write: CasesRequest['write'], n: number): Promise<boolean> {
  if (write !== 'ask') return write;
  if (!process.stdin.isTTY || !process.stdout.isTTY) return false;
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  const answer = await terminal.question(`Write ${n === 1 ? 'this case' : `these ${n} cases`}? [y/N] `);
  terminal.close();
  return /^y(es)?$/i.test(answer.trim());
}

/** Adds a scenario to the file of its tool. @throws {UserError} one of this id is there. */
async function writeScenario({ tool, scenario }: Proposed, path: string): Promise<void> {
  const there = existsSync(path) ? (await loadScenarioFile(path)).scenarios : [];
  if (there.some(({ id }) => id === scenario.id)) {
    throw new UserError(`scenario "${scenario.id}" exists already`, {
      where: displayPath(path),
      hint: 'choose another --name; nothing was written',
    });
  }
  await writeFileAtomic(path, stringify({ tool, scenarios: [...there, scenario] }, plain));
}
