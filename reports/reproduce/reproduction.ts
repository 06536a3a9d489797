/** A case as a program of its own, with the library and the recorded answers, and nothing else of this project. */

import { escapeControl } from '../../lib/escape-control-characters.ts';
import { UserError } from '../../lib/user-error.ts';
import type { Exchange } from '../../recordings/format/exchange.ts';
import type { CutClaim } from './claim.ts';

/** What a reproduction is made from. */
export interface Reproducible {
  /** The case. */
  readonly id: string;
  /** How the provider was asked: for an answer that comes whole, or in pieces. */
  readonly mode: string;
  /** What is known of its failure, where something is listed. */
  readonly known?: { readonly id: string; readonly reason: string; readonly source: string } | undefined;
  /** What calls the library. */
  readonly claim?: CutClaim | undefined;
  /** What the adapter is built on; what the claim imports of it is named. */
  readonly packages: readonly { readonly name: string; readonly version: string }[];
  /** What was asked and answered when the case was played. */
  readonly exchanges: readonly Exchange[];
}

/** Of headers that say how a body travelled, none is true of one that is served again. */
const ofTheConnection = ['connection', 'content-encoding', 'content-length', 'keep-alive', 'transfer-encoding'];

/** Where there is no claim, whoever runs it calls the library, and sees what it sends. */
const openEnd: CutClaim = {
  name: 'reproduce',
  says: 'Nothing is claimed.',
  language: 'javascript',
  text: `async function reproduce({ baseUrl, requests }) {
  console.log('Call the library with the base URL ' + baseUrl + ', and end this with Ctrl-C.');
  await new Promise((resolve) => process.once('SIGINT', resolve));
  console.log(JSON.stringify(requests, null, 2));
}`,
};

/** What the program is like in a language. */
interface Form {
  readonly comment: string;
  readonly file: string;
  readonly runner: string;
  /** Joins the name of a package to its version. */
  readonly at: string;
  /** Plays a claim with answers that are served. */
  readonly end: (name: string, says: string, answers: string, mode: string) => readonly string[];
}

const forms: Readonly<Record<CutClaim['language'], Form>> = {
  javascript: {
    comment: '//',
    file: 'reproduction.mjs',
    runner: 'node',
    at: '@',
    end: (name, says, answers, mode) => [
      `const play = (served) => ${name}({ ...served, mode: '${mode}' });`,
      `await judge(${says}, () => serveAnswers(${answers}, play));`,
    ],
  },
  python: {
    comment: '#',
    file: 'reproduction.py',
    runner: 'python3',
    at: '==',
    // JSON without true, false and null is Python too.
    end: (name, says, answers, mode) => [
      `asyncio.run(judge(${says}, lambda: serve_answers(${answers}, ${name}, "${mode}")))`,
    ],
  },
};

/**
 * The text of the program: it plays the claim and ends by printing it, with the word whether it holds. Pure.
 *
 * @param server the source of `judge` and `serveAnswers`, in the language of the claim
 * @throws {UserError} there is no claim, and nothing was asked of the provider either.
 */
export function reproductionText(
  { id, mode, known, claim, packages, exchanges }: Reproducible,
  server: string,
): string {
  if (exchanges.length === 0 && !claim) {
    throw new UserError(`case "${id}" sent no request, so there is nothing to serve`, {
      hint: 'the adapter rejects it before it sends anything. To reproduce it, call the library with the options of the case',
    });
  }
  const { name, says, text, language } = claim ?? openEnd;
  const form = forms[language];
  // Of Python, a package and what is imported of it have names of their own.
  const used = packages.filter(({ name }) => !claim || language === 'python' || text.includes(`'${name}`));
  const named = used.map(({ name, version }) => `${name}${form.at}${version}`).join(', ');
  const comment = (words: string) => commented(words, form.comment);
  const run = named === '' ? '' : ` where these are installed: ${named}`;
  return [
    comment(id),
    ...(known ? [form.comment, comment(`${known.id}: ${known.reason}`), comment(known.source)] : []),
    form.comment,
    comment(`Save as ${form.file} and run it with ${form.runner}${run}.`),
    '',
    text,
    '',
    server.trim().replaceAll(/^export /gm, ''),
    '',
    ...form.end(name, json(says), json(exchanges.map(answerOf)), mode),
    '',
  ].join('\n');
}

function answerOf({ response, arrived = response }: Exchange) {
  const { status, headers, body, cuts, ends } = arrived;
  return {
    status,
    headers: Object.fromEntries(headers.filter(([name]) => !ofTheConnection.includes(name.toLowerCase()))),
    body: body.text,
    ...(body.encoding ? { encoding: body.encoding } : {}),
    ...(cuts ? { cuts } : {}),
    ...(ends ? { ends } : {}),
  };
}

/** In ASCII alone: what a provider said is read by people, in an editor or a terminal. */
const json = (value: unknown): string =>
  JSON.stringify(value, null, 2).replace(
    /[\u007f-\uffff]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

/** Lines of at most a hundred characters, as far as words allow it. */
function commented(text: string, mark: string): string {
  const words = escapeControl(text).split(/\s+/);
  const lines = [''];
  for (const word of words) {
    const last = lines.at(-1) ?? '';
    if (last !== '' && last.length + word.length > 100) lines.push(word);
    else lines[lines.length - 1] = last === '' ? word : `${last} ${word}`;
  }
  return lines.map((line) => `${mark} ${line}`.trimEnd()).join('\n');
}
