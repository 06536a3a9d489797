import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import type { ProviderApi } from '../../matrix/model.ts';
import { type Cassette, transports } from '../../recordings/format/cassette.ts';
import { cassettesFolder, listCassettes } from '../../recordings/format/cassette-path.ts';
import type { HttpResponse } from '../../recordings/format/exchange.ts';
import { readCassettes } from '../../recordings/format/store.ts';
import { stabilize } from '../../recordings/scrub/stabilize.ts';
import { loopbackSecret, recordFrom } from '../record/from-loopback.ts';
import { serveProvider } from '../serve/provider.ts';

/** What came of recording a provider API from its own recordings, and then from what was recorded. */
export interface RoundTrip {
  readonly providerApi: string;
  /** How many cassettes the repository has of it. */
  readonly committed: number;
  /** How many were recorded, the first time. */
  readonly recorded: number;
  /** How many were the same, byte for byte, the second time. */
  readonly same: number;
  /** What is wrong: which cassette, and why. */
  readonly problems: readonly string[];
}

/**
 * Records every conversation of a provider API through the command line from a server at loopback that answers what the
 * repository's cassettes hold; then once more, from a server that answers what was recorded. The second recording has to be the
 * first, byte for byte, and the answers of the first those of the repository.
 */
export async function roundTrip(column: ProviderApi): Promise<RoundTrip> {
  const folder = await mkdtemp(join(tmpdir(), 'round-trip-'));
  try {
    const once = join(folder, 'once');
    const twice = join(folder, 'twice');
    const problems = [...(await recordAll(column, undefined, once)), ...(await recordAll(column, once, twice))];
    const committed = await listCassettes(join(cassettesFolder, column.id));
    const names = committed.map((path) => relative(cassettesFolder, path));
    const compared = await Promise.all(names.map((name) => compare(name, once, twice)));
    return {
      providerApi: column.id,
      committed: names.length,
      recorded: (await listCassettes(once)).length,
      same: compared.filter((problem) => problem === undefined).length,
      problems: [...problems, ...compared.filter((problem) => problem !== undefined)],
    };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Its SDK sends tokens over TLS alone. */
const needsTls = ({ sdk }: ProviderApi): boolean => sdk.package.startsWith('@azure/');

async function recordAll(column: ProviderApi, folder: string | undefined, into: string): Promise<string[]> {
  const refused: string[] = [];
  const onRequest = (asked: string, problem?: string) => {
    if (problem !== undefined) refused.push(`${asked} was not answered: ${problem}`);
  };
  const from = await serveProvider({ providerApi: column.id, folder, tls: needsTls(column), onRequest });
  try {
    const { code, stdout, stderr } = await recordFrom({ column, from, into });
    return code === 0 ? refused : [...refused, `the command ended with ${code}:\n${stdout}${stderr}`];
  } finally {
    await from.close();
  }
}

/** Why a cassette did not come through both recordings; nothing where it did. */
async function compare(name: string, once: string, twice: string): Promise<string | undefined> {
  const [first, second] = await Promise.all(
    [once, twice].map((folder) => readFile(join(folder, name), 'utf8').catch(() => undefined)),
  );
  if (first === undefined) return `${name}: was not recorded`;
  if (second === undefined) return `${name}: was not recorded again`;
  if (first !== second) return `${name}: the second recording has other bytes than the first`;
  if (first.includes(loopbackSecret)) return `${name}: holds the key that it was recorded with`;
  const { cassettes: before } = readCassettes(join(cassettesFolder, name));
  const { cassettes: after } = readCassettes(join(once, name), once);
  const other = transports.find((transport) => {
    const [old, young] = [before[transport], after[transport]];
    return old && young ? answersOf(stabilize(old)) !== answersOf(young) : old !== young;
  });
  return other && `${name}#${other}: other answers than were served`;
}

const answersOf = ({ entries }: Cassette): string =>
  JSON.stringify(entries.map(({ response }) => ({ ...response, headers: headersOf(response) })));

/** As `fetch` tells headers: in the order of their names, those of one name as one, which says the same (RFC 9110, 5.3). */
const headersOf = ({ headers }: HttpResponse): [string, string][] => [
  ...new Headers(headers.map(([name, value]): [string, string] => [name, value])),
];
