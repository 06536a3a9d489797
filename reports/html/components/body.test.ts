import type { VNode } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { expect, test } from 'vitest';
import { joinFrames } from '../../../recordings/format/event-stream.ts';
import { hostileTexts } from '../fixtures/hostile.ts';
import { foldedBody } from './body.ts';

test('what frames say is text, whatever they say, and wherever they say it', () => {
  const bytes = joinFrames(
    hostileTexts.flatMap((text) => [
      { headers: [[':event-type', text]], payload: Buffer.from(JSON.stringify({ [text]: text })) },
      { headers: [[text.slice(0, 80), text]], payload: Buffer.from(text) },
    ]),
  );
  const body = { text: bytes.toString('base64'), encoding: 'base64' } as const;
  const markup = renderToString(foldedBody('Body', body, 'application/vnd.amazon.eventstream') as VNode);
  expect(markup).toContain(`${hostileTexts.length * 2} frames`);
  const elements = new Set([...markup.matchAll(/<([a-z][^\s>]*)([^>]*)>/gi)].map(([, name, rest]) => `${name}${rest}`));
  expect([...elements].sort()).toEqual(
    ['b', 'code', 'details class="fold"', 'li', 'ol class="events"', 'span class="note"', 'summary'].sort(),
  );
});
