import { resolve } from 'node:path';
import { escapeControl } from '../../lib/escape-control-characters.ts';
import { UserError } from '../../lib/user-error.ts';
import type { Cassette } from '../../recordings/format/cassette.ts';
import { cassettesFolder } from '../../recordings/format/cassette-path.ts';
import { importProvenance } from '../../recordings/import/provenance.ts';
import { byTransport, type ColumnExchange, type TransportGroup } from '../../recordings/import/select-exchanges.ts';
import { stabilize } from '../../recordings/scrub/stabilize.ts';
import { type CaseCassette, cassettesOf } from '../../spec/engine/case-cassettes.ts';
import { type Accepted, acceptRecording } from '../diff/accept.ts';
import { Player } from '../diff/replay-client.ts';
import { type ScenarioCases, scenarioCases } from '../find-scenario.ts';
import { fileLines, type ImportedFile, type ReadFile, readFor } from './read-file.ts';

/** What to import, as which scenario. */
export interface ImportRequest {
  /** The scenario, as `scenarioCases` reads it. */
  readonly pattern: string;
  /** Recordings of other programs; together, in this order, they are one conversation per transport. */
  readonly files: readonly string[];
  /** What the files are, by id; recognised by their content unless told. */
  readonly format?: string | undefined;
  /** Where cassettes lie; `recordings/cassettes` unless told. */
  readonly into?: string | undefined;
  /** Who plays what is to be written; one of its own unless told. */
  readonly player?: Pick<Player, 'play'> | undefined;
  /** Only say what would be written. */
  readonly dryRun: boolean;
  readonly print: (text: string) => void;
}

/**
 * Imports recordings of other programs as those of a scenario. What is there is overwritten only by what fulfils the scenario and makes no
 * verdict worse.
 *
 * @returns the exit code: 0 when everything was written, or would be; else 1.
 * @throws {UserError} an id that does not exist; a file that is missing, of no known format, or without an operation of the provider API.
 */
export async function importRecordings(request: ImportRequest): Promise<number> {
  const scenario = await scenarioCases(request.pattern);
  const read = request.files.map((path) => readFor(path, request.format, scenario.column));
  const folder = request.into === undefined ? cassettesFolder : resolve(request.into);
  const all = read.flatMap(({ exchanges }) => exchanges);
  const candidates = byTransport(all).flatMap((group) => candidateOf(group, read, scenario, folder));
  if (candidates.length === 0) throw noMode(scenario, all);
  const cassettes: ImportedCassette[] = [];
  const player = new Player();
  try {
    for (const candidate of candidates)
      cassettes.push(await placed(candidate, request.dryRun, folder, request.player ?? player));
  } finally {
    await player.close();
  }
  const outcome: ImportOutcome = { files: read.map(({ told }) => told), cassettes };
  request.print(escapeControl(importText(outcome)));
  return cassettes.some((cassette) => cassette.outcome === 'rejected') ? 1 : 0;
}

interface Candidate {
  readonly place: CaseCassette;
  readonly cassette: Cassette;
  readonly losses: readonly string[];
}

/** Nothing where its transport is not that of a mode that was asked for. */
function candidateOf(
  { transport, exchanges }: TransportGroup,
  read: readonly ReadFile[],
  { cases, column }: ScenarioCases,
  folder: string,
): Candidate | [] {
  const places = cases.map((c): CaseCassette => cassettesOf(c, column, { folder })[0]);
  const found = transport === undefined ? places[0] : places.find((each) => each.transport === transport);
  if (!found) return [];
  const from = read.filter((file) => file.exchanges.some((exchange) => exchanges.includes(exchange)));
  const losses = [...new Set(exchanges.flatMap((exchange) => exchange.losses))];
  const cassette = {
    provenance: importProvenance(
      from.map(({ recording }) => recording),
      losses,
    ),
    entries: exchanges.map(({ entry }) => entry),
  };
  return { place: found, cassette: stabilize(cassette), losses };
}

function noMode({ mode }: ScenarioCases, exchanges: readonly ColumnExchange[]): UserError {
  const transports = [...new Set(exchanges.map(({ transport }) => transport))].join(', ');
  return new UserError(`has no response of mode ${mode}, only ${transports}`, {
    hint: 'leave out the mode to import them',
  });
}

async function placed(
  { place: { path, transport, shown }, cassette, losses }: Candidate,
  dryRun: boolean,
  folder: string,
  player: Pick<Player, 'play'>,
): Promise<ImportedCassette> {
  const told = { path: shown, losses };
  if (dryRun) return { ...told, outcome: 'dry-run' };
  const { outcome, reason, keptAt } = await acceptRecording({ path, transport, cassette, folder, player });
  return { ...told, outcome, ...(reason === undefined ? {} : { reason }), ...(keptAt === undefined ? {} : { keptAt }) };
}

/** What came of an import, to be read in a terminal. Pure. */
function importText({ files, cassettes }: ImportOutcome): string {
  return `${[...files.flatMap(fileLines), ...cassettes.flatMap(cassetteLines)].join('\n')}\n`;
}

const outcomes = {
  written: 'written',
  unchanged: 'unchanged',
  rejected: 'not written',
  'dry-run': 'would be written, if it fulfills the scenario',
} as const;

const cassetteLines = ({ path, outcome, losses, reason, keptAt }: ImportedCassette): string[] => [
  `${outcomes[outcome]}: ${path}`,
  ...losses.map((loss) => `  ${loss}`),
  ...(reason === undefined ? [] : [`  ${reason}`]),
  ...(keptAt === undefined ? [] : [`  stored at ${keptAt}, with all reasons; the existing cassette stays`]),
];

/** What comes of the exchanges of a transport. */
interface ImportedCassette {
  readonly path: string;
  readonly losses: readonly string[];
  readonly outcome: Accepted['outcome'] | 'dry-run';
  /** Why it was not written. */
  readonly reason?: string;
  /** Where it is kept then. */
  readonly keptAt?: string;
}

/** What came of an import. */
interface ImportOutcome {
  readonly files: readonly ImportedFile[];
  readonly cassettes: readonly ImportedCassette[];
}
