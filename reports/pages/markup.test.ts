import type { VNode } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { describe, expect, it, test } from 'vitest';
import { hostileTexts } from '../fixtures/hostile.ts';
import { html, isLinkable, type Markup } from './markup.ts';

const rendered = (markup: Markup) => renderToString(markup as VNode);

describe('html', () => {
  test.each(hostileTexts.map((text) => [JSON.stringify(text), text]))('takes %s for text', (_, text) => {
    const markup = rendered(html`<p title=${text} class="a ${text}">${text} ${[text, html`<b>${text}</b>`]}</p>`);
    expect(markup.match(/<[a-z!/]/gi)).toEqual(['<p', '<b', '</', '</']);
    // Between the quotation marks of an attribute stands no other one.
    expect(markup).toMatch(/^<p title="[^"]*" class="[^"]*">/);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: none of these may reach the page.
    expect(markup).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069\u200e\u200f\ufeff]/);
  });

  it('shows what would act on the reader as escapes', () => {
    expect(rendered(html`<p>${'\u001b[31m \u202e'}</p>`)).toBe('<p>\\u001b[31m \\u202e</p>');
    expect(rendered(html`<p>${[['deep\u0000']]}</p>`)).toBe('<p>deep\\u0000</p>');
  });

  it('keeps line breaks and tabs, and leaves out what is not there', () => {
    expect(rendered(html`<pre class=${undefined} hidden=${false}>${'a\n\tb'}${null}${undefined}${false}</pre>`)).toBe(
      '<pre>a\n\tb</pre>',
    );
    expect(rendered(html`<p>${0}</p>`)).toBe('<p>0</p>');
  });

  it('refuses, from our own templates, what the policy of the page forbids', () => {
    expect(() => html`<a href="javascript:alert(1)">x</a>`).toThrow('the page may not have href="javascript:alert(1)"');
    expect(() => html`<a href=${'//example.org'}>x</a>`).toThrow('href');
    expect(() => html`<p onclick=${'x'}>x</p>`).toThrow('onclick');
    expect(() => html`<p style="color: red">x</p>`).toThrow('style');
    expect(() => html`<img src="https://example.org/x.png"/>`).toThrow('src');
    expect(() => html`<script src="beside.json"/>`).toThrow('src');
    expect(rendered(html`<img alt="" src="../badges/x.svg"/>`)).toBe('<img alt src="../badges/x.svg"/>');
    expect(() => html`<p dangerouslySetInnerHTML=${'x'}>x</p>`).toThrow('dangerouslySetInnerHTML');
  });
});

describe('isLinkable', () => {
  test.each(['https://example.org', 'https://example.org/a?b=c#d', '#cell-web-search--anthropic'])('%s', (address) => {
    expect(isLinkable(address)).toBe(true);
  });

  test.each([
    'javascript:alert(1)',
    ' javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    'java\nscript:alert(1)',
    'data:text/html,x',
    'http://example.org',
    '//example.org',
    '/local',
    'https://',
    'https://user@example.org',
    'https://example.org:password@evil.example',
    'HTTPS://example.org',
    '#"><script>',
    '#',
    '',
  ])('not %j', (address) => {
    expect(isLinkable(address)).toBe(false);
  });
});
