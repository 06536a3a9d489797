import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { brokenAdapters } from '../adapters/broken/all.ts';
import { findingLines } from '../reports/findings/lines.ts';
import { readKillMatrix } from '../reports/kill-matrix/store.ts';
import type { Palette } from '../reports/summary/palette.ts';
import { type ChatClient, type ChatMessage, type Content, programErrorIn, WireError } from '../spec/contract/index.ts';
import { type Broken, Original, playBroken } from '../spec/kill-matrix/run-broken.ts';
import { main } from './cli.ts';
import { killMatrixCommand } from './commands/maintenance.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kill-matrix-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function killMatrix(...argv: string[]) {
  let stdout = '';
  let stderr = '';
  const io = { stdout: (text: string) => (stdout += text), stderr: (text: string) => (stderr += text) };
  const code = await main(['kill-matrix', '--out', folder, ...argv], io, [killMatrixCommand]);
  return { code, stdout, stderr };
}

describe('kill-matrix', () => {
  it('shows of one broken adapter all that was found, and writes nothing: a part is no proof', async () => {
    const { code, stdout } = await killMatrix('--broken', 'drops-second-parallel-call');
    expect(code).toBe(0);
    expect(stdout).toContain('fail reference-anthropic/function-calling/call-parallel/stream');
    expect(stdout).toContain('1 of 1 broken adapters caught by the check meant for them; 1 of 1 checks kill');
    expect(await readKillMatrix(folder)).toBeUndefined();
  });

  it('prints as JSON how many there are, how many were caught, and what was missed', async () => {
    const { code, stdout } = await killMatrix('--check', 'returns-reasoning', '--json');
    const matrix = JSON.parse(stdout);
    expect({ code, missed: matrix.missed, idle: matrix.idleChecks }).toEqual({ code: 0, missed: [], idle: [] });
    expect(matrix.broken).toBeGreaterThan(1);
    expect(matrix.caught).toBe(matrix.broken);
  });

  it('names what is near an id that there is not', async () => {
    const { code, stderr } = await killMatrix('--broken', 'drops-second-call');
    expect(code).toBe(2);
    expect(stderr).toMatch(/unknown broken adapter "drops-second-call"\n {2}→ .*drops-second-parallel-call/);
    expect((await killMatrix('--check', 'returns-function-call')).stderr).toContain('returns-function-calls');
  });
});

const plain: Palette = { green: String, red: String, yellow: String, dim: String, bold: String };

/** What a check finds of a broken adapter in a case, as a terminal shows it. */
async function toldOf(broken: Broken, name: string, check = broken.caughtBy): Promise<string> {
  const [played] = await playBroken([{ ...broken, shows: [name] }], original);
  const checked = played?.cases[0]?.broken.checks.find((one) => one.check === check);
  return findingLines(checked ?? expect.fail(`there is no ${check}`), undefined, plain).join('\n');
}

const original = new Original();
const brokenOf = (id: string) => brokenAdapters.find((b) => b.id === id) ?? expect.fail(`there is no ${id}`);

/** The reference adapter of Anthropic, whose client is made otherwise. */
const madeOtherwise = (change: (client: ChatClient) => Partial<ChatClient>): Broken => ({
  id: 'sample',
  caughtBy: 'returns-provider-errors',
  defect: 'Is made otherwise.',
  breakIt: (adapter) => ({
    ...adapter,
    createClient: (settings) => {
      const client = adapter.createClient(settings);
      return { ...client, ...change(client) };
    },
  }),
});

/** It makes an error of the contract of a mistake of its own. */
const wrapsTypeError = madeOtherwise(() => ({
  getResponse: async () => {
    try {
      return (undefined as never as { text: never }).text;
    } catch (error) {
      throw new WireError('The answer is not what the API promises.', programErrorIn(error));
    }
  },
}));

/** It sends other messages than it was given. */
const sends = (other: (messages: readonly ChatMessage[]) => readonly ChatMessage[]): Broken =>
  madeOtherwise((client) => ({
    getResponse: (messages, ...asked) => client.getResponse(other(messages), ...asked),
  }));

const withContents = (messages: readonly ChatMessage[], other: (content: Content) => Content): ChatMessage[] =>
  messages.map((message) => ({ ...message, contents: message.contents.map(other) }));

describe('what a finding says', () => {
  it('where an error was thrown, by package or folder', async () => {
    const told = await toldOf(brokenOf('crashes-on-empty-arguments'), 'call-no-arguments/stream');
    expect(told).toMatch(/SyntaxError at adapters\/reference\/anthropic\/broken-\S+: Unexpected end/);
    expect(told).toMatch(/thrown +at adapters\/reference\/anthropic\/broken-\w+\.ts:\d+:\d+.*\n +at adapters\//);
    expect(told).not.toContain(import.meta.dirname.split('/scripts')[0]);
  });

  it('what an error was made of', async () => {
    const told = await toldOf(wrapsTypeError, 'call-single/complete');
    expect(told).toContain(
      'the adapter threw WireError: The answer is not what the API promises. (because of TypeError',
    );
    expect(told).toMatch(/thrown +because of TypeError: Cannot read properties of undefined/);
  });

  it('which call it was whose arguments could not be parsed', async () => {
    const broken = brokenOf('crashes-on-empty-arguments');
    const told = await toldOf(broken, 'call-no-arguments/stream', 'returns-provider-errors');
    expect(told).toContain('but a call to list_open_tickets({}) with id "toolu_none_1"');
    expect(told).toMatch(/wire +steps\[0\]\.exchanges\[0\]\.response\.events/);
  });

  it('that a value is encoded twice', async () => {
    const inText = (content: Content): Content =>
      content.type === 'function-result' && content.result !== undefined
        ? { ...content, result: JSON.stringify(JSON.stringify(content.result)) }
        : content;
    const told = await toldOf(
      sends((messages) => withContents(messages, inText)),
      'call-single/complete',
      'sends-function-results',
    );
    expect(told).toContain('the value differs (encoded twice, as a JSON string): the function get_weather returned');
    const arguments_ = await toldOf(
      brokenOf('double-encodes-invalid-arguments'),
      'arguments-invalid-or-truncated-replayed/stream',
    );
    expect(arguments_).toContain('\n  the arguments differ (encoded twice, as a JSON string): ');
  });

  it('that all is there, in another order', async () => {
    const broken = brokenOf('reorders-results');
    const told = await toldOf(broken, broken.shows[0] ?? '');
    expect(told).toContain('\n  the results are in another order: ');
    // The first two texts of the user change places.
    const turned = sends((messages) => {
      const [first, second] = messages.filter(({ role }) => role === 'user');
      return messages.map((one) => (one === first ? (second ?? one) : one === second ? (first ?? one) : one));
    });
    expect(await toldOf(turned, 'history-foreign/complete', 'sends-history')).toContain(
      'is in the request, but in another position: ',
    );
  });

  it('the deciding words first, and of long texts where they part', async () => {
    const cut = sends((messages) =>
      withContents(messages, (content) =>
        content.type === 'text' ? { ...content, text: `${content.text.slice(0, -1)}_` } : content,
      ),
    );
    expect(await toldOf(cut, 'call-single/complete', 'sends-history')).toMatch(
      /the caller’s text of the user is changed in the request \(differs from character \d+ on, where it should have "." and it has "_"\)/,
    );
  });
});
