import { expect, it } from 'vitest';
import { documentOf } from './document.ts';
import { html } from './markup.ts';
import { stylesheet } from './stylesheet.ts';

const body = html`<body><p>“${'"x"'}”</p></body>`;

it('stands alone unless files lie beside it', () => {
  const markup = documentOf({ title: 'A "page"', body });
  expect(markup).toContain('<title>A "page"</title>');
  expect(markup).toContain(`<style>${stylesheet}</style>`);
  expect(markup).toMatch(/style-src 'sha256-[^']+'; img-src data:;/);
});

it('names its style, and what says the same as JSON, where they lie beside it; only they may be loaded', () => {
  const beside = {
    style: '../style.css',
    icon: '../icon.svg',
    data: 'x.json',
    canonical: 'https://example.org/a/x.html',
  };
  const markup = documentOf({ title: 'x', body, beside });
  expect(markup).not.toContain('<style>');
  expect(markup).toContain('<link rel="icon" href="../icon.svg"/>');
  expect(markup).toContain('<link rel="stylesheet" href="../style.css"/>');
  expect(markup).toContain('<link rel="alternate" type="application/json" href="x.json"/>');
  expect(markup).toContain('<link rel="canonical" href="https://example.org/a/x.html"/>');
  expect(markup).toContain("default-src 'none'; style-src 'self'; img-src 'self' data:; base-uri 'none'");
});
