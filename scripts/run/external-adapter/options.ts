import { existsSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { assertKnown } from '../../../lib/did-you-mean.ts';
import { UserError } from '../../../lib/user-error.ts';
import { type ProviderApiId, providerApiIds } from '../../../matrix/ids.ts';
import { isSafeToLog, secretsOfEnvironment } from '../../../recordings/scrub/known-secrets.ts';
import { idPattern } from '../../../spec/engine/discover.ts';
import { loadKnownIssues, noMoreExceptions } from '../../../spec/engine/known-issues.ts';
import { knownIssuesFor, type Program } from '../../../spec/external-adapter/external-adapter.ts';
import { shellWord } from '../../serve/text.ts';
import { modelTextOf } from './split-command.ts';

/** The options of `atc run` that are about a program, as they were given. */
export interface ProgramOptions {
  readonly command?: string;
  readonly provider: readonly string[];
  readonly implementation?: string;
  readonly knownIssues?: string;
  /** What was known before there were known issues. */
  readonly exceptions?: string;
  readonly cwd?: string;
  readonly logMessages?: true;
}

/**
 * The program that was asked for; `undefined` where none was. Nothing of it is started.
 *
 * @throws {UserError} an option is wrong, or one that belongs to a program stands without; the known issues are missing or malformed.
 */
export async function parseExternalAdapter(options: ProgramOptions): Promise<Program | undefined> {
  const { command, implementation = 'command', logMessages } = options;
  if (command === undefined) return refuseWithout(options);
  const words = modelTextOf(command);
  if (!idPattern.test(implementation)) {
    throw new UserError(`--implementation: invalid name "${implementation}"`, {
      hint: 'use lower-case letters, digits and hyphens',
    });
  }
  if (options.exceptions !== undefined) throw noMoreExceptions(options.exceptions);
  const providerApis = columnsOf(options.provider);
  const knownIssues = await knownIssuesAt(options.knownIssues, providerApis);
  const told = withoutSecrets(command);
  return {
    implementation,
    providerApis,
    words,
    folder: folderOf(options.cwd ?? '.'),
    ...(knownIssues === undefined ? {} : { knownIssues }),
    ...(logMessages ? { showsMessages: true } : {}),
    told,
    chosenBy: choiceOf({ ...options, command: told }),
  };
}

function refuseWithout({ command: _, provider, ...others }: ProgramOptions): undefined {
  const options = {
    '--provider': provider.length > 0,
    '--implementation': others.implementation !== undefined,
    '--known-issues': others.knownIssues !== undefined,
    '--exceptions': others.exceptions !== undefined,
    '--cwd': others.cwd !== undefined,
    '--log-messages': others.logMessages,
  };
  const [given] = Object.entries(options).find(([, isGiven]) => isGiven) ?? [];
  if (given === undefined) return undefined;
  throw new UserError(`${given} applies to an external adapter only`, {
    hint: 'add --command <line>; for adapters in adapters/, use --adapter',
  });
}

function columnsOf(asked: readonly string[]): ProviderApiId[] {
  if (asked.length === 0) {
    throw new UserError('--command: missing --provider', {
      hint: `add --provider <id>, once for each provider API: ${providerApiIds.join(', ')}`,
    });
  }
  return [...new Set(asked)].map((id) => {
    assertKnown('provider API', id, providerApiIds);
    return id;
  });
}

/** The file of the known issues, or the folder with one for each provider API. @throws {UserError} it is missing, or one is malformed. */
async function knownIssuesAt(
  asked: string | undefined,
  providerApis: readonly ProviderApiId[],
): Promise<string | undefined> {
  if (asked === undefined) return undefined;
  const path = resolve(asked);
  if (!existsSync(path) || statSync(path).isFile()) await loadKnownIssues(path);
  if (statSync(path).isFile() && providerApis.length > 1) {
    throw new UserError(`--known-issues: one file cannot be for ${providerApis.length} provider APIs`, {
      hint: `name a folder that has <provider-api>/known-issues.yaml`,
    });
  }
  for (const providerApi of providerApis) {
    const { knownIssues } = knownIssuesFor(path, providerApi);
    if (knownIssues !== undefined) await loadKnownIssues(knownIssues);
  }
  return path;
}

function folderOf(asked: string): string {
  const folder = resolve(asked);
  if (existsSync(folder) && statSync(folder).isDirectory()) return folder;
  throw new UserError(`--cwd: no folder "${asked}"`, {
    hint: 'name the working directory of the program (default: the current one)',
  });
}

/** What a shell had put in for `$API_KEY` stands in no report. */
const withoutSecrets = (text: string): string => isSafeToLog(text, secretsOfEnvironment(process.env));

const choiceOf = ({ command, implementation, knownIssues, cwd }: ProgramOptions): string =>
  Object.entries({ command, implementation, 'known-issues': knownIssues, cwd })
    .flatMap(([name, value]) => (value === undefined ? [] : [`--${name} ${shellWord(value)}`]))
    .join(' ');
