import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, test } from 'vitest';
import { cellStates } from '../cells/cell-state.ts';
import { longestText } from './body-text.ts';
import { hostileSample } from './fixtures/hostile.ts';
import { sample } from './fixtures/sample.ts';
import { verdictLabels } from './labels.ts';
import { page } from './page.ts';
import { policyHash, stylesheet } from './stylesheet.ts';

const text = (markup: string): string =>
  markup
    .replace(/<style>.*<\/style>/s, '')
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ');
const all = (markup: string, pattern: RegExp): string[] => [...markup.matchAll(pattern)].map((m) => m[1] ?? '');

describe('the page of a run', () => {
  const { results, evidence } = sample();
  const markup = page(results, evidence);
  const words = text(markup);

  it('says what it is, how the run came out, and how good its evidence is', () => {
    expect(words).toContain('Which agent tools really work');
    expect(words).toContain('✕ 3 failed , 1 problem');
    expect(words).toContain('4 of 8 cases pass, 1 known');
    expect(words).toContain('20 % live 1 live, 4 documented');
    expect(words).toContain('Oldest recording 2026-10-02');
    expect(words).toContain('8 cases generated, 8 executed, 7 asserted');
    expect(words).toContain('1 network connection tried');
    expect(words).toContain('3 rejections need no recording');
    expect(words).toContain('This run was limited to');
  });

  it('has a cell for every tool and column, with word and claim, tried or not', () => {
    const table = markup.slice(markup.indexOf('<table class="grid'), markup.indexOf('The same as plain tables'));
    expect(table.match(/<td class="grid-cell/g)).toHaveLength(9);
    for (const state of ['works', 'works-with-gaps', 'in-part', 'not-offered', 'not-judged'] as const) {
      expect(markup).toMatch(new RegExp(`<td class="grid-cell tone-${cellStates[state].tone}">`));
      expect(words).toContain(cellStates[state].word);
    }
    expect(words).toContain(
      'Function Calling, Anthropic Messages: in part , 1/2 cases pass, 1 failing , evidence documented',
    );
    expect(words).toContain('Function Calling, Mistral generateConversations: not judged , preview');
    expect(words).toContain('Mistral generate Conversations no adapter run');
  });

  it('has the failing cases behind the grid and before all else, each with finding, places on both sides and replay command', () => {
    const start = words.slice(words.indexOf('Failing cases ✕'), words.indexOf('Cells in detail Anthropic'));
    expect(start).toContain('the adapter returned no such call');
    expect(start).toContain('wire steps[0].exchanges[0].response.content[1]');
    expect(start).toContain('adapter steps[0].response.messages[0]');
    expect(start).toContain('/call-parallel/stream');
    for (const c of results.cases) {
      expect(start.includes(c.id), c.id).toBe(!verdictLabels[c.verdict].acceptable);
    }
  });

  it('shows of a cell its claims and that they disagree, its shape on the wire, its surfaces and variants', () => {
    expect(words).toContain('They say no (ADR of 2025-06-23, Earlier draft of the ADR), yes (SDK types)');
    expect(words).toContain('behind the beta header');
    expect(words).toContain('declared {name, input_schema}');
    expect(words).toContain('Beta ✓ yes preview With a header.');
    expect(words).toContain('First version ✓ yes deprecated');
    expect(words).toContain('What arguments are D-01 was never so');
    expect(words).toContain('the ADR says Arguments are an object . today Arguments are a string of JSON.');
    expect(words).toContain('D-02 not in the register of this run');
    expect(words).toContain('Errata of the ADR 1 entry The version D-03 has changed since');
  });

  it('shows of a case its checks, exchanges, facts side by side, what was unread, and its known issues', () => {
    expect(words).toContain('Response body 3 events');
    expect(words).toContain('call ✕ lost');
    expect(words).toContain('finish reason ≠ changed');
    expect(words).toContain('text + invented');
    expect(words).toContain('The reader has no words for: server_note');
    expect(words).toContain('Recorded, and never asked for: messages.create by sse, entry 2');
    expect(words).toContain('refused: example.org:443');
    expect(words).toContain('Known issue: citations-lost');
    expect(words).toContain('Nothing was sent.');
    expect(words).toContain('Nothing to compare here, so neither passed nor failed 1 check rejects-before-sending');
  });

  it('never shows documented evidence as live', () => {
    const cases = results.cases.map((c) => (c.evidence === 'live' ? { ...c, verdict: 'fail' as const } : c));
    const [live, ...documented] = text(page({ ...results, cases }, evidence))
      .split('recordings/cassettes/')
      .slice(1)
      .sort((a) => (a.startsWith('openai-responses/function') ? -1 : 1));
    expect(live).toContain('recorded from the provider on 2026-10-02');
    expect(documented.length).toBeGreaterThan(2);
    for (const part of documented) expect(part).toMatch(/^\S+ , written from public documents, not recorded/);
  });

  it('shows of what passed signs alone, and of what there is no room for where it can be read', () => {
    const [passing] = results.cases.filter((c) => c.verdict === 'pass' && c.kind === 'scenario');
    expect(words).not.toContain(passing?.evidenceSha256);
    expect(markup).toContain('<span aria-hidden="true">✓</span><span class="unseen">pass</span></td>');
    const known = results.cases.find((c) => c.verdict === 'known-failure');
    const without = new Map([...evidence].filter(([hash]) => hash !== known?.evidenceSha256));
    const brief = text(page(results, without));
    expect(words).not.toContain(`npm run atc -- can-i-use ${known?.id}`);
    expect(brief).toContain('sample-anthropic , 1 case: The library drops citations.');
    expect(brief).toContain(`npm run atc -- can-i-use ${known?.id}`);
  });

  it('counts for every check how often it passed, failed, and had nothing to compare', () => {
    const check = words.slice(words.indexOf('returns-function-calls MUST The demand'));
    expect(check).toMatch(/passed 3 failed 2 warned 0 not applicable 0 Sources: The contract · Common sense/);
  });

  it('leads every link to a place on the page or to an https address, and has every place once', () => {
    const ids = all(markup, / id="([^"]*)"/g);
    expect(ids.filter((id, i) => ids.indexOf(id) !== i)).toEqual([]);
    const links = all(markup, /<a [^>]*href="([^"]*)"/g);
    for (const href of links) if (!href.startsWith('https://')) expect(ids).toContain(href.slice(1));
    expect(markup.match(/<a (?![^>]*href="#)[^>]*rel="noopener noreferrer"/g)?.length).toBe(
      links.filter((href) => href.startsWith('https://')).length,
    );
    for (const { labelled } of all(markup, /aria-labelledby="([^"]*)"/g).map((labelled) => ({ labelled }))) {
      expect(ids).toContain(labelled);
    }
  });

  it('is the same to the byte for the same results', () => {
    const again = sample();
    expect(page(again.results, again.evidence)).toBe(markup);
    const { results: reread } = JSON.parse(JSON.stringify({ results }));
    expect(page(reread, new Map([...evidence].reverse()))).toBe(markup);
  });

  it('stands alone: one style and its own script, allowed by their hashes, nothing to fetch', () => {
    const code = 'document.title';
    const scripted = page(results, evidence, { code });
    const [scriptPolicy] = all(scripted, /http-equiv="Content-Security-Policy" content="([^"]*)"/g);
    expect(scriptPolicy).toContain(` script-src ${policyHash(code)};`);
    expect(all(scripted, /<script>(.*?)<\/script>/g)).toEqual([code]);
    expect(
      scripted
        .replace(/<script type="application\/json" id="data">[^<]*<\/script><script>.*?<\/script>/, '')
        .replace(/ script-src [^;]*;/, ''),
    ).toBe(markup);
  });

  it('stands alone without a script, too', () => {
    expect(all(markup, /<style>(.*?)<\/style>/gs)).toEqual([stylesheet]);
    const [policy] = all(markup, /http-equiv="Content-Security-Policy" content="([^"]*)"/g);
    expect(policy).toBe(
      `default-src 'none'; style-src ${policyHash(stylesheet)}; img-src data:; base-uri 'none'; form-action 'none'`,
    );
    expect(markup).not.toMatch(/<(script|img|iframe|object|embed|form|base|link(?! rel="icon" href="data:))/);
    expect(markup).not.toMatch(/<[^>]* (src|style|on[a-z]+)=/);
  });
});

describe('a page of hostile content', () => {
  const harmless = sample();
  const { results, evidence } = hostileSample(harmless);
  const markup = page(results, evidence);

  it('has no element and no attribute that the page of harmless content has not', () => {
    const shapes = (html: string) =>
      new Set(
        [...html.matchAll(/<\/?([a-z][a-z0-9]*)((?: [^<>"]+="[^"]*"| [a-z-]+)*)[^<>]*>/gi)].flatMap(
          ([, name, attributes]) => [
            name,
            ...[...(attributes ?? '').matchAll(/ ([^\s="]+)(?:="[^"]*")?/g)].map((m) => `${name} ${m[1]}`),
          ],
        ),
      );
    const known = shapes(page(harmless.results, harmless.evidence));
    expect(known).toContain('a href');
    expect([...shapes(markup)].filter((shape) => !known.has(shape))).toEqual([]);
    expect(markup).not.toMatch(/<(script|img|svg onload|iframe|body onload)/i);
    expect(all(markup, /<style>/g)).toHaveLength(1);
  });

  it('links nowhere but to https addresses and places on the page', () => {
    for (const href of all(markup, /<a [^>]*href="([^"]*)"/g))
      expect(href).toMatch(/^(https:\/\/example\.org|#[a-z0-9-]+$)/);
  });

  it('has no character that acts on the reader', () => {
    // biome-ignore lint/suspicious/noControlCharactersInRegex: none of these may reach the page.
    expect(markup).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/);
  });
});

describe('what is not there', () => {
  it('is named: evidence that was not given, a case in which nothing was seen', () => {
    const { results } = sample();
    const words = text(page(results, new Map()));
    for (const { id, verdict, evidenceSha256 } of results.cases) {
      if (verdict !== 'pass' && evidenceSha256) expect(words).toContain(`npm run atc -- can-i-use ${id}`);
    }
    expect(words).toContain('Nothing could be seen of this case.');
    expect(words).toContain('There is no recording.');
  });

  it('is said of a long text: how much of it is left out', () => {
    const { results, evidence } = sample();
    const { evidenceSha256 = '' } = results.cases.find((c) => c.verdict === 'fail') ?? {};
    const first = evidence.get(evidenceSha256);
    const options = { instructions: 'x'.repeat(longestText + 500) };
    const longer = new Map(evidence).set(evidenceSha256, {
      ...first,
      steps: [{ ...first?.steps[0], options }],
    } as never);
    expect(text(page(results, longer))).toMatch(/… and 5\d\d characters more, in the evidence file/);
    expect(page(results, longer).length).toBeLessThan(page(results, evidence).length + longestText + 500);
  });

  it('is said of a run: no case, nothing recorded live, nothing wrong', () => {
    const { results, evidence } = sample();
    const none = { ...results, cases: [], problems: [] };
    expect(text(page(none, evidence))).toContain('✕ nothing ran');
    const green = {
      ...none,
      run: { ...none.run, selection: {} },
      cases: results.cases.filter((c) => c.verdict === 'pass' && c.evidence !== 'live'),
    };
    const words = text(page(green, evidence));
    expect(words).toContain('✓ all pass');
    expect(words).toContain('none is live');
    expect(words).toContain('documented only');
    for (const absent of ['Failing cases', 'Problems of the run', 'This run was limited to']) {
      expect(words).not.toContain(absent);
    }
  });

  it('is refused where it is the table itself', () => {
    const { results, evidence } = sample();
    for (const matrix of [
      null,
      {},
      { tools: [], providers: 1 },
      { tools: [{ id: 'shell' }], providers: [{ cells: {} }] },
    ]) {
      expect(() => page({ ...results, matrix }, evidence)).toThrow('the results have no availability table');
    }
  });
});

test('colours are written in the tokens and nowhere else', () => {
  const parts = ['base', 'signs', 'page', 'grid', 'cells', 'evidence'].map((part) =>
    readFileSync(join(import.meta.dirname, 'style', `${part}.css`), 'utf8'),
  );
  for (const css of parts) expect(css).not.toMatch(/#[0-9a-f]{3,8}\b|\b(rgb|hsl|oklch)a?\(/i);
  expect(stylesheet).not.toContain('</');
});
