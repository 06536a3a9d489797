import { existsSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { didYouMean } from '../../../lib/did-you-mean.ts';
import { displayPath, UserError } from '../../../lib/user-error.ts';
import { type ProviderApiId, providerApiIds } from '../../../matrix/ids.ts';
import { isSafeToLog, secretsOfEnvironment } from '../../../recordings/scrub/known-secrets.ts';
import { idPattern } from '../../../spec/engine/discover.ts';
import { loadKnownIssues } from '../../../spec/engine/known-issues.ts';
import { knownIssuesFor, type Program } from '../../../spec/external-adapter/external-adapter.ts';
import { shellWord } from '../../serve/text.ts';
import { modelTextOf } from './split-command.ts';

/** The options of `atc run` that are about a program, as they were given. */
export interface ProgramOptions {
  readonly command?: string | undefined;
  readonly cwd?: string | undefined;
  readonly logMessages?: true | undefined;
}

/**
 * The program that was asked for; `undefined` where none was. Nothing of it is started.
 *
 * @param cases patterns of cases; what they begin with names the provider APIs and the implementation
 * @throws {UserError} an option or a case is wrong, or an option of a program stands without one; its known issues are malformed.
 */
export async function parseExternalAdapter(
  cases: readonly string[],
  { command, cwd, logMessages }: ProgramOptions,
): Promise<Program | undefined> {
  if (command === undefined) {
    const given = cwd === undefined ? logMessages && '--log-messages' : '--cwd';
    if (!given) return undefined;
    throw new UserError(`${given} applies to an external adapter only`, { hint: 'add --command <line>' });
  }
  const words = modelTextOf(command);
  const subject = subjectOf(cases);
  const folder = folderOf(cwd ?? '.');
  await demandKnownIssues(folder, subject.providerApis);
  const told = withoutSecrets(command);
  return {
    ...subject,
    words,
    folder,
    ...(logMessages ? { showsMessages: true } : {}),
    told,
    startedBy: [`--command ${shellWord(told)}`, ...(cwd === undefined ? [] : [`--cwd ${shellWord(cwd)}`])].join(' '),
  };
}

/** Whom the cases are of: each begins with a provider API, such as `anthropic`, or with an adapter, such as `mine-anthropic`. */
function subjectOf(cases: readonly string[]): Pick<Program, 'implementation' | 'providerApis'> {
  if (cases.length === 0) {
    throw new UserError('--command: no provider API named', {
      hint: `name it as the first part of a case, as in: atc run anthropic/function-calling --command <line>; known: ${providerApiIds.join(', ')}`,
    });
  }
  const adapters = cases.map((pattern) => adapterNamed(pattern.split('/')[0] ?? ''));
  const [implementation = 'command', other] = new Set(adapters.flatMap((each) => each.implementation ?? []));
  if (other !== undefined) {
    throw new UserError(`--command: one program cannot be "${implementation}" and "${other}"`, {
      hint: 'begin all cases with the same name',
    });
  }
  return { implementation, providerApis: [...new Set(adapters.map(({ providerApi }) => providerApi))] };
}

function adapterNamed(word: string): { readonly implementation?: string; readonly providerApi: ProviderApiId } {
  if (providerApiIds.includes(word)) return { providerApi: word };
  const [providerApi] = providerApiIds.filter((id) => word.endsWith(`-${id}`)).sort((a, b) => b.length - a.length);
  const implementation = word.slice(0, -(providerApi?.length ?? 0) - 1);
  if (providerApi !== undefined && idPattern.test(implementation)) return { implementation, providerApi };
  if (providerApi !== undefined) {
    throw new UserError(`invalid name "${implementation}"`, { hint: 'use lower-case letters, digits and hyphens' });
  }
  throw new UserError(`--command: "${word}" names no provider API`, {
    hint: `begin each case with a provider API, or with <name>-<provider-api>; ${didYouMean(word, providerApiIds)}`,
  });
}

/** @throws {UserError} the known issues of a provider API are malformed, or those of several are in one file. */
async function demandKnownIssues(folder: string, providerApis: readonly ProviderApiId[]): Promise<void> {
  for (const providerApi of providerApis) {
    const { knownIssues } = knownIssuesFor(folder, providerApi);
    if (knownIssues === undefined) continue;
    if (providerApis.length > 1 && dirname(knownIssues) === folder) {
      throw new UserError(`one file of known issues cannot be for ${providerApis.length} provider APIs`, {
        where: displayPath(knownIssues),
        hint: 'put each into <provider-api>/known-issues.yaml',
      });
    }
    await loadKnownIssues(knownIssues);
  }
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
