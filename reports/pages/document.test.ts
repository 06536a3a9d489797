import type { VNode } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { expect, it } from 'vitest';
import { hostileTexts } from '../fixtures/hostile.ts';
import { plainQuotes } from './document.ts';
import { html } from './markup.ts';

it('leaves quotes of text alone, and those of attributes escaped', () => {
  expect(plainQuotes('<p title="a &quot;b&quot; > c">{&quot;d&quot;: 1} > 2</p><br/>&quot;')).toBe(
    '<p title="a &quot;b&quot; > c">{"d": 1} > 2</p><br/>"',
  );
});

it('lets nothing out of an attribute or out of text, whatever a provider wrote', () => {
  for (const text of hostileTexts) {
    const rendered = renderToString(html`<p title=${text} lang=${text}>${text}<b title=${text}></b></p>` as VNode);
    const [head = '', ...others] = plainQuotes(rendered)
      .split(/(<[^>"]*(?:"[^"]*"[^>"]*)*>)/)
      .filter((part) => part !== '');
    // The same tags, byte by byte: only what stands between them may have changed.
    expect([head, ...others].filter((part) => part.startsWith('<'))).toEqual(
      rendered.match(/<[^>"]*(?:"[^"]*"[^>"]*)*>/g),
    );
    expect(plainQuotes(rendered).replaceAll('"', '&quot;')).toBe(rendered.replaceAll('"', '&quot;'));
  }
});
