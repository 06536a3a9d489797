/** The gate before a recording: nothing that is there is overwritten by what makes a cell worse. */
import { mkdir, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { escapeControl } from '../../lib/escape-control-characters.ts';
import { withFolderLock } from '../../lib/folder-lock.ts';
import { displayPath, UserError } from '../../lib/user-error.ts';
import { writeFileAtomic, writeFilesAtomic } from '../../lib/write-atomic.ts';
import type { Cassette, Cassettes } from '../../recordings/format/cassette.ts';
import { serializeCassettes } from '../../recordings/format/cassette-file.ts';
import {
  cassetteNames,
  cassettesFolder,
  fileNameOf,
  parseCassettePath,
  recordingName,
  refuseStrangePath,
} from '../../recordings/format/cassette-path.ts';
import type { WireTransport } from '../../recordings/format/exchange.ts';
import { cassettesThere, writeCassette } from '../../recordings/format/store.ts';
import type { Decision } from '../../reports/gate/decision-schema.ts';
import { gateMarkdown } from '../../reports/gate/markdown.ts';
import { code } from '../../reports/markdown/summary.ts';
import { type CassettesRequest, decideOnCassettes } from './decide-on-cassettes.ts';

/** A recording that wants to take its place. */
export interface AcceptRequest extends Pick<CassettesRequest, 'player' | 'faults' | 'onCase'> {
  /** Where it belongs, absolute, in the folder. */
  readonly path: string;
  readonly transport: WireTransport;
  /** Scrubbed and steady, as it will be written. */
  readonly cassette: Cassette;
  /** Where cassettes lie; `recordings/cassettes` unless told. */
  readonly folder?: string;
  /** Where what is refused is kept; {@link rejectedPath} the folder unless told. */
  readonly aside?: string;
}

/** What came of it. Plain JSON. */
export interface Accepted {
  /** `unchanged`: the same recording was there. `aside`: refused, and kept for somebody to look at. */
  readonly outcome: 'written' | 'unchanged' | 'rejected';
  /** What was decided of it, with what changed; absent where nothing did. */
  readonly decision?: Decision;
  /** Why it was refused, in one line. */
  readonly reason?: string;
  /** Where it is kept then, as messages show it; why stands beside it. */
  readonly keptAt?: string;
}

/** Where what a folder of cassettes refused is kept: beside it. No run reads it. */
export const rejectedPath = (folder: string): string =>
  folder === cassettesFolder ? join(dirname(folder), 'rejected') : `${folder}.rejected`;

/** The file that says why a recording was put aside. */
export const reasonFile = (path: string, transport: WireTransport): string =>
  path.replace(/\.json$/, `.${transport}.reason.md`);

/**
 * Writes a recording in its place if it replays: it must hold what its scenario expects, and make no verdict worse than what is there.
 * Where nothing is there, its cases must pass or be listed as known. What is refused is kept aside, and nothing else changes.
 *
 * @throws {UserError} it has no place, no case plays it, what is there is malformed, it cannot be written, or another process writes there
 * all the time.
 */
export async function acceptRecording(request: AcceptRequest): Promise<Accepted> {
  const { path, folder = cassettesFolder } = request;
  refuseStrangePath(path, folder);
  await mkdir(folder, { recursive: true });
  return withFolderLock(folder, () => judged(request), patience);
}

/** How long one recording waits for others to be judged, in milliseconds. */
const patience = 600_000;

async function judged(request: AcceptRequest): Promise<Accepted> {
  const { path, transport, cassette, folder = cassettesFolder, ...others } = request;
  const { aside = rejectedPath(folder), ...playing } = others;
  if (!parseCassettePath(path, folder)) throw unplayed(path);
  const there = cassettesThere(path, folder);
  const old = there[transport] && serializeCassettes(there);
  const young = serializeCassettes({ ...there, [transport]: cassette });
  const keptAside = join(aside, fileNameOf(path, folder));
  if (old === young) {
    await forget(keptAside, transport, aside);
    return { outcome: 'unchanged' };
  }
  const before = old === undefined ? {} : { before: Buffer.from(old) };
  const changed = { name: recordingName(path, transport, folder), ...before, after: Buffer.from(young) };
  // Whether what is written may take the place of what is live, who imports it decides.
  const strictness = { base: { name: displayPath(folder) }, accepted: ['evidence-downgraded'] };
  const decision = await decideOnCassettes([changed], { folder, ...strictness, ...playing });
  if (decision.counts.cases === 0) throw unplayed(path);
  if (decision.passes) {
    await writeCassette(path, transport, cassette, folder);
    await forget(keptAside, transport, aside);
    return { outcome: 'written', decision };
  }
  await mkdir(aside, { recursive: true });
  await writeFilesAtomic(
    [
      { path: keptAside, content: serializeCassettes({ ...asideThere(keptAside, aside), [transport]: cassette }) },
      {
        path: reasonFile(keptAside, transport),
        content: reasonPage(decision, `${displayPath(path)}#${transport}`, displayPath(keptAside)),
      },
    ],
    aside,
  );
  const [first, ...further] = decision.findings.filter(({ level }) => level === 'fails');
  const more = further.length > 0 ? ` (and ${further.length} more)` : '';
  return {
    outcome: 'rejected',
    decision,
    reason: escapeControl(`${first?.what}${more}`),
    keptAt: displayPath(keptAside),
  };
}

/** What was put aside before; what cannot be read is nobody's loss. */
function asideThere(path: string, aside: string): Cassettes {
  try {
    return cassettesThere(path, aside);
  } catch (error) {
    if (error instanceof UserError) return {};
    throw error;
  }
}

/** What was refused before no longer matters once a recording stands in its place. */
async function forget(keptAside: string, transport: WireTransport, aside: string): Promise<void> {
  const { [transport]: _, ...others } = asideThere(keptAside, aside);
  if (Object.keys(others).length > 0) await writeFileAtomic(keptAside, serializeCassettes(others));
  else await rm(keptAside, { force: true });
  await rm(reasonFile(keptAside, transport), { force: true });
}

const unplayed = (path: string): UserError =>
  new UserError('no case uses a cassette of this name', {
    where: displayPath(path),
    hint: `name it ${cassetteNames}; the scenario must be in spec/scenarios`,
  });

/** The page that is kept beside a recording that was put aside. */
const reasonPage = (decision: Decision, own: string, keptAt: string): string => `# Put aside: ${code(own, 500)}

With this recording cases come out worse than with the one that is there, which was left as it is, or do not pass at all.

${gateMarkdown(decision)}
### What to do

- Where the provider is right and has changed: mend what a finding names (reader, adapter or scenario; a known issue of a foreign adapter), then record again or move the file to its place.
- Where its own types do not allow what it says: a newer version of its SDK may, else \`spec/provider-apis/*/schema-corrections*.yaml\` says so with the source.
- Where the recording is at fault (a conversation that went another way, an answer cut short): record it again.
- See what it would change: \`npm run atc -- gate --base recordings/cassettes --recordings\` with ${code(keptAt, 500)}.
`;
