import { renderToString } from 'preact-render-to-string';
import { expect, it } from 'vitest';
import { sampleKillMatrix } from '../fixtures/kill-matrix.ts';
import { sample } from '../fixtures/sample.ts';
import type { Markup } from '../markup.ts';
import { worth } from './kill-matrix.ts';

const { results } = sample();
const render = (markup: Markup) => renderToString(markup as never);
const words = (markup: Markup) =>
  render(markup)
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ');

it('says what each check kills, as whom, and what was missed with the command to look at it', () => {
  const told = words(worth(sampleKillMatrix(), results));
  expect(told).toContain('1 of 2 broken adapters caught ; 1 of 2 checks kill at least one.');
  expect(told).toContain('returns-function-calls MUST 1 kill');
  expect(told).toContain('drops-calls over anthropic , stream; as in B001 The second call is');
  expect(told).toContain('rejects-before-sending MUST kills nothing');
  expect(told).toContain('Missed: says-nothing , which returns-function-calls should catch.');
  expect(told).toContain('Look at it: npm run kill-matrix -- --broken says-nothing');
  const markup = render(worth(sampleKillMatrix(), results));
  expect(markup).toContain('href="https://example.org/issues/1"');
  expect(markup).not.toMatch(/<[bi]>/);
});

it('says what it does not know: no kill matrix, or one of other checks', () => {
  expect(words(worth(undefined, results))).toContain('Not known here. This page was made without the kill matrix.');
  const { kills, ...rest } = sampleKillMatrix();
  const older = { ...rest, kills: kills.slice(1) };
  expect(words(worth(older, results))).toContain(
    'Of other checks. The kill matrix was made without returns-function-calls',
  );
});
