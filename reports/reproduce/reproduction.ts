/** A case as a program of its own, with the library and the recorded answers, and nothing else of this project. */
import { UserError } from '../../files/user-error.ts';
import { visible } from '../../files/visible.ts';
import type { Exchange } from '../../recordings/format/exchange.ts';

/** What a reproduction is made from. */
export interface Reproducible {
  /** The case. */
  readonly id: string;
  /** How the provider was asked: for an answer that comes whole, or in pieces. */
  readonly mode: string;
  /** What is known of its failure, where something is listed. */
  readonly known?: { readonly reason: string; readonly source: string } | undefined;
  /** What calls the library: an ES module that exports `async function reproduce({ baseUrl, mode, requests })` as its default. */
  readonly script?: { readonly place: string; readonly text: string } | undefined;
  /** What the adapter is built on; what the script imports of it is named. */
  readonly packages: readonly { readonly name: string; readonly version: string }[];
  /** What was asked and answered when the case was played. */
  readonly exchanges: readonly Exchange[];
}

/** Of headers that say how a body travelled, none is true of one that is served again. */
const ofTheConnection = ['connection', 'content-encoding', 'content-length', 'keep-alive', 'transfer-encoding'];

const entry = /^export default async function reproduce\(/m;

/** Where there is no script, whoever runs it calls the library, and sees what it sends. */
const openEnd = `export default async function reproduce({ baseUrl, requests }) {
  console.log('Call the library with the base URL ' + baseUrl + ', and end this with Ctrl-C.');
  await new Promise((resolve) => process.once('SIGINT', resolve));
  console.log(JSON.stringify(requests, null, 2));
}
`;

/**
 * The text of the program. It ends with an AssertionError as long as what the script claims does not hold. Pure.
 *
 * @param server the source of `serveAnswers`
 * @throws {UserError} the script has no such function; or there is none, and nothing was asked of the provider either.
 */
export function reproductionText(
  { id, mode, known, script, packages, exchanges }: Reproducible,
  server: string,
): string {
  if (script && !entry.test(script.text)) {
    throw new UserError('has no default export "async function reproduce({ baseUrl, mode, requests })"', {
      where: script.place,
      hint: 'see docs/reproductions.md',
    });
  }
  if (exchanges.length === 0 && !script) {
    throw new UserError(`nothing was asked of the provider when "${id}" was played, so there is nothing to serve`, {
      hint: 'what it refuses by itself needs no answer: call the library with the options of the case',
    });
  }
  const used = packages.filter(({ name }) => !script || script.text.includes(`'${name}`));
  const named = used.map(({ name, version }) => `${name}@${version}`).join(', ');
  const run = named === '' ? '' : ` where these are installed: ${named}`;
  return [
    comment(id),
    ...(known ? ['//', comment(known.reason), comment(known.source)] : []),
    '//',
    comment(`Save as reproduction.mjs and run it with node${run}.`),
    '',
    script?.text.trim() ?? openEnd.trim(),
    '',
    server.trim().replace('export async function', 'async function'),
    '',
    `const answers = ${json(exchanges.map(answerOf))};`,
    '',
    `await serveAnswers(answers, (served) => reproduce({ ...served, mode: '${mode}' }));`,
    "console.log('It holds.');",
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
function comment(text: string): string {
  const words = visible(text).split(/\s+/);
  const lines = [''];
  for (const word of words) {
    const last = lines.at(-1) ?? '';
    if (last !== '' && last.length + word.length > 100) lines.push(word);
    else lines[lines.length - 1] = last === '' ? word : `${last} ${word}`;
  }
  return lines.map((line) => `// ${line}`.trimEnd()).join('\n');
}
