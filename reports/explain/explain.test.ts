import { expect, test } from 'vitest';
import type { Matrix } from '../../matrix/model.ts';
import { bodyOf } from '../../recordings/format/body.ts';
import { joinFrames } from '../../recordings/format/event-stream.ts';
import type { Exchange } from '../../recordings/format/exchange.ts';
import { sample } from '../fixtures/sample.ts';
import type { Palette } from '../summary/palette.ts';
import { explain } from './explain.ts';

const plain: Palette = { green: String, red: String, yellow: String, dim: String, bold: String };
const { results, evidence } = sample();
const told = (id: string) => explain(id, results, evidence, plain);
const failing = results.cases.find((c) => c.verdict === 'fail' && c.evidenceSha256);
const passing = results.cases.find((c) => c.verdict === 'pass' && c.kind === 'scenario' && c.evidenceSha256);

test('a case is told from claim to verdict, with both sides of the wire and the command that replays it', () => {
  const text = told(passing?.id ?? '');
  for (const part of [
    'Claim:',
    'Evidence:',
    'Call 1, turn 1',
    'the wire said',
    'the adapter said',
    'Checks:',
    'Verdict: pass',
    'replay',
  ]) {
    expect(text).toContain(part);
  }
});

test('what went over the wire is counted in characters, frames or bytes', () => {
  const answered = (type: string, bytes: Uint8Array): string => {
    const seen = new Map(
      [...evidence].map(([hash, one]) => {
        const copy = structuredClone(one);
        for (const { exchanges } of copy.steps as { exchanges: Exchange[] }[]) {
          for (const [i, { response, ...rest }] of exchanges.entries()) {
            exchanges[i] = {
              ...rest,
              response: { ...response, headers: [['content-type', type]], body: bodyOf(bytes) },
            };
          }
        }
        return [hash, copy];
      }),
    );
    return explain(passing?.id ?? '', results, seen, plain);
  };
  const frame = { headers: [[':event-type', 'chunk']] as const, payload: Buffer.from('{}') };
  const bytes = joinFrames([frame, frame]);
  const type = 'application/vnd.amazon.eventstream';
  expect(answered(type, bytes)).toMatch(/ characters out, 2 frames in$/m);
  expect(answered(type, bytes.subarray(0, -1))).toMatch(/, 1 frame \(then cut off: .*\) in$/m);
  expect(answered('image/png', Buffer.from([0xff, 0xfe]))).toMatch(/, 2 bytes in$/m);
});

test('what failed is told with its findings', () => {
  const text = told(failing?.id ?? '');
  expect(text).toContain(`Verdict: ${failing?.verdict}`);
  expect(text).toContain(failing?.checks.find((c) => c.status === 'fail')?.findings[0]?.message ?? 'no finding');
});

test('an id that does not exist is refused with what is near it', () => {
  const id = passing?.id ?? '';
  expect(() => told(`${id}x`)).toThrow(
    expect.objectContaining({ message: `unknown case "${id}x"`, hint: `did you mean "${id}"?` }),
  );
});

test('what a provider wrote cannot act on the terminal', () => {
  const poisoned = structuredClone(results);
  for (const c of poisoned.cases) c.title = `\u001b[2J${c.title}`;
  expect(explain(passing?.id ?? '', poisoned, evidence, plain)).not.toContain('\u001b');
});

test('what the ADR says of its cell and no longer holds is told, and what these results know nothing of is named', () => {
  const { id = '' } = results.cases.find((c) => c.tool === 'function-calling' && c.providerApi === 'anthropic') ?? {};
  const text = told(id);
  expect(text).toContain(
    'Errata: D-01, What arguments are\n  the ADR  Arguments are an `object`.\n  today    Arguments are a `string` of JSON.',
  );
  expect(text).toContain('Errata: D-02 (not in these results)');
  const older = { ...results, matrix: { ...(results.matrix as Matrix), errata: undefined } };
  expect(explain(id, older, evidence, plain)).toContain('Errata: D-01 (not in these results');
});
