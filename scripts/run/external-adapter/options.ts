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

/** Two quotes, and what is between them; what is neither a quote nor white space; white space. */
const pieces = /"((?:[^"\\]|\\.)*)"|'([^']*)'|([^\s"']+)|(\s+)/gsy;

/**
 * The words of a command, without a shell. White space parts them. Between single quotes all stands for itself; between double quotes
 * a backslash before a double quote or a backslash is left out. Anywhere else a backslash is one, as in paths of Windows. Pure.
 *
 * @throws {UserError} there is no word, or a quote has no end.
 */
export function modelTextOf(command: string): [program: string, ...arguments: string[]] {
  const words: string[] = [];
  let word: string | undefined;
  let at = 0;
  for (const [whole, double, single, plain] of command.matchAll(pieces)) {
    at += whole.length;
    const piece = double?.replace(/\\(["\\])/g, '$1') ?? single ?? plain;
    if (piece !== undefined) word = (word ?? '') + piece;
    else if (word !== undefined) words.push(word);
    if (piece === undefined) word = undefined;
  }
  if (at < command.length) {
    throw new UserError(`--command: the quote ${command[at]} at character ${at + 1} is not closed`, {
      hint: `close the quote; inside of double quotes, write a double quote as \\"`,
    });
  }
  if (word !== undefined) words.push(word);
  const [program, ...rest] = words;
  if (program) return [program, ...rest];
  throw new UserError('--command: no program named', {
    hint: `name the program and its arguments, for example --command 'python3 adapter.py'`,
  });
}
