import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { escapeControl } from '../../../lib/escape-control-characters.ts';
import type { CheckResult, Finding } from '../../../spec/engine/verdict.ts';
import type { ChangedCell } from '../../changes/schema.ts';
import { hostileSample } from '../../fixtures/hostile.ts';
import { type Sample, sample } from '../../fixtures/sample.ts';
import { listed } from '../../fixtures/sample-issue.ts';
import { textOf } from '../document.ts';
import { documentAt, harmIn, readText, sampleModel } from '../fixtures/sample-model.ts';
import type { PagesModel } from '../model.ts';
import { paths } from '../paths.ts';
import { cellEvidence } from './evidence.ts';
import { detailsWithin, failingCase } from './failing-case.ts';
import { cellPlans } from './plans.ts';

const modelFrom = ({ results, evidence }: Sample): PagesModel =>
  sampleModel(
    { ...results, run: { ...results.run, knownIssues: [listed({ reproduction: 'dropped-citations' })] } },
    { evidence: (c) => evidence.get(c.evidenceSha256 ?? '') },
  );
const model = modelFrom(sample());
const pageOf = (tool: string, providerApi: string, of: PagesModel = model): string =>
  documentAt(paths.cell(tool, providerApi, 'sample'), cellPlans(of), of);
/** The same with hostile text in all that cells are not found by. */
function poisonedModel(): PagesModel {
  const before = sample();
  const { results, evidence } = hostileSample(before);
  const cases = results.cases.map((c, i) => {
    const { adapter = '', implementation = '', tier } = before.results.cases[i] ?? {};
    return { ...c, adapter, implementation, ...(tier && { tier }) };
  });
  const adapters = results.run.adapters.map((adapter, i) => ({
    ...adapter,
    ...before.results.run.adapters[i],
    packages: adapter.packages,
  }));
  return modelFrom({ results: { ...results, cases, run: { ...results.run, adapters } }, evidence });
}

const failed = model.results.cases.find(({ verdict }) => verdict === 'fail');
if (!failed) throw new Error('the sample has no failing case');

describe('the page of a cell', () => {
  it('has the word, why, and numbers with their whole', () => {
    const text = readText(pageOf('function-calling', 'anthropic'));
    expect(text).toContain('Function Calling on Anthropic Messages through Sample example-sdk 1.2.3');
    expect(text).toContain('in part 0 of 1 core conversation works, 1 breaks in streams.');
    expect(text).toContain('Core 0 of 1 conversation works');
    expect(text).toContain('1 conversation with a finding, 1 case with the modes apart.');
    expect(text).toMatch(/Core 0 of 1 conversation works The scenario call-parallel call-parallel works breaks/);
  });

  it('is one for each verdict, and says of what was not judged that it was not', () => {
    expect(cellPlans(model)).toHaveLength(model.lookup.snapshot.verdicts.length);
    const text = readText(pageOf('web-search', 'openai-responses'));
    expect(text).toContain(
      'not judged No core conversation says anything of the library: the scenario cannot be played',
    );
    expect(text).toContain('0 of 0 conversations work, 1 not judged');
    expect(text).not.toContain('Failing conversations');
  });

  it('names the known issue, how it is run again, and how the library alone shows it', () => {
    const page = pageOf('web-search', 'anthropic');
    expect(page).toContain('href="../../../library/sample.html#issue-sample-anthropic-citations-lost"');
    expect(readText(page)).toContain('Known issue: The library drops citations. loses upstream: not told yet');
    expect(page).toContain(
      '<code>npm run --silent atc -- reproduce sample-anthropic/citations-lost > reproduction.mjs</code>',
    );
    expect(page).toContain('<code>npm run atc -- run sample-anthropic/web-search</code>');
  });

  it('says what is different since the last release', () => {
    const changed: ChangedCell = {
      library: 'sample',
      tool: 'function-calling',
      providerApi: 'anthropic',
      before: 'works',
      after: 'in-part',
      issues: [],
      shares: {},
      packages: [],
    };
    const { changes } = model.changed;
    const worse = { ...model, changed: { changes: { ...changes, worse: [changed] }, since: '1.2.2' } };
    const page = pageOf('function-calling', 'anthropic', worse);
    expect(page).toContain('<a href="../../../changes.html#worse">since 1.2.2: was works</a>');
    expect(pageOf('web-search', 'anthropic', worse)).not.toContain('Last change');
  });

  it('says what providers and others claim', () => {
    expect(readText(pageOf('web-search', 'anthropic'))).toContain('The claims disagree.');
  });
});

describe('a failing case', () => {
  const page = textOf(failingCase(model, failed, () => undefined));

  it('has the deciding words first, and why a check demands it where there is no page of checks', () => {
    expect(readText(page)).toContain(
      'call: missing breaks call 1, returns-function-calls the response has a call to get_weather({"city":"Kraków"})',
    );
    expect(readText(page)).toContain('An application relies on it. Sources: The contract, Common sense.');
  });

  it('marks the facts that differ and has them first', () => {
    const rows = page.match(/<tr[ >].*?<\/tr>/gs)?.map(readText) ?? [];
    expect(rows.map((row) => row.trim().slice(0, 60))).toEqual([
      expect.stringMatching(/^Fact On the wire/),
      expect.stringMatching(/^call returns-function-calls get_weather/),
      expect.stringMatching(/^finish reason tool_calls/),
      expect.stringMatching(/^text none/),
      expect.stringMatching(/^call get_weather/),
    ]);
    expect(page.match(/<tr class="dif">/g)).toHaveLength(3);
    expect(rows[1]).toContain('≠ missing');
    expect(rows[2]).toContain('≠ changed');
    expect(rows[3]).toContain('≠ invented');
  });

  it('marks the lines of both sides', () => {
    const marked = [...page.matchAll(/<span class="m">(.*?)<\/span>/gs)].map(([, line = '']) => line);
    expect(marked).toContainEqual(expect.stringContaining('Made up.'));
    expect(marked).toContainEqual(expect.stringContaining('← missing: a call to get_weather'));
  });

  it('shows a wrong request beside what the caller said', () => {
    const finding: Finding = {
      message: 'the temperature is another one',
      group: 'option.temperature.changed',
      impact: 'loses',
      evidence: 'documented',
      wirePath: 'steps[0].exchanges[0].request.body.temperature',
      wire: 0.5,
      adapterPath: 'steps[0].options.temperature',
      adapter: { temperature: 0.7 },
    };
    const checks: CheckResult[] = [
      { check: 'sends-options', level: 'MUST', status: 'fail', compared: 1, findings: [finding] },
    ];
    const wrong = { ...failed, checks };
    const markup = textOf(failingCase(model, wrong, () => undefined));
    const [before = ''] = markup.split('On the wire');
    expect(before).toContain('Wire: request, POST https://api.example.org/v1/messages?beta=true');
    expect(before).toContain('<span class="m">  "temperature": 0.5,</span>');
    expect(before).toContain('{"temperature": 0.7}');
  });

  it('shows all of every call: requests, responses, warnings, what was not answered, and what came late', () => {
    const text = readText(page);
    expect(text).toContain('→ POST https://api.example.org/v1/messages?beta=true');
    expect(text).toContain('← 200 text/event-stream');
    expect(text).toContain('Sample warned: {"message":"an event was not understood"}');
    expect(text).toContain('Not answered: the recording holds no second messages.create');
    expect(text).toContain('Recorded, and never requested: messages.create by sse, entry 2');
    expect(text).toContain('Sent after the case had ended:');
    expect(text).toContain('blocked: example.org:443');
    expect(text).toContain('server_note at exchanges[0].response.events[3]');
    expect(text).toContain('written from public documents, not recorded from the provider');
  });

  it('says so where evidence is lost or left out, and how to see it', () => {
    const shown = { detail: 'finding', evidence: model.evidence(failed) } as const;
    const brief = readText(textOf(failingCase(model, failed, () => undefined, shown)));
    const lost = readText(textOf(failingCase({ ...model, evidence: () => undefined }, failed, () => undefined)));
    for (const text of [brief, lost]) {
      expect(text).toContain('left out of this page. To see them: npm run atc -- can-i-use sample-anthropic/');
      expect(text).not.toContain('On the wire');
    }
  });
});

it('shows both sides of as many cases as there is room for, then their calls, and always the first whole', () => {
  expect(detailsWithin([1000, 1000, 1000], 1_000_000)).toEqual(['calls', 'calls', 'calls']);
  expect(detailsWithin([1000, 1000, 1000], 16_000)).toEqual(['calls', 'sides', 'sides']);
  expect(detailsWithin([50_000, 50_000, 1000], 124_000)).toEqual(['calls', 'finding', 'sides']);
  expect(detailsWithin([1000, 1000], 0)).toEqual(['calls', 'finding']);
});

describe('evidence', () => {
  const unpacked = (content: string) => {
    const [, path, packed = ''] = /^loadEvidence\("([a-z0-9/.-]+)","([A-Za-z0-9+/=]+)"\)\n$/.exec(content) ?? [];
    return { path, seen: JSON.parse(gunzipSync(Buffer.from(packed, 'base64')).toString()) };
  };

  it('is a file for each page, with what was seen of each of its cases, and nothing in it can be code', () => {
    for (const each of [model, poisonedModel()]) {
      const files = [...cellEvidence(each)];
      expect(files.length).toBeGreaterThan(1);
      for (const { path, content } of files) expect(unpacked(content).path).toBe(path);
    }
    const [file] = [...cellEvidence(model)].filter(
      ({ path }) => path === 'evidence/function-calling/anthropic/sample.js',
    );
    const { seen } = unpacked(file?.content ?? '');
    expect(Object.keys(seen)).toEqual([
      'sample-anthropic/function-calling/call-parallel/complete',
      'sample-anthropic/function-calling/call-parallel/stream',
    ]);
    expect(seen[failed.id]).toEqual(model.evidence(failed));
  });

  it('is the same for the same run', () => {
    expect([...cellEvidence(modelFrom(sample()))]).toEqual([...cellEvidence(model)]);
  });
});

it('shows hostile text as text', () => {
  const poisoned = poisonedModel();
  const pages = cellPlans(poisoned).map(({ path }) => documentAt(path, cellPlans(poisoned), poisoned));
  expect(pages.join('')).toContain('&lt;script>window.pwned = 1&lt;/script>');
  for (const page of pages) {
    expect(harmIn(page)).toEqual([]);
    expect(page).toBe(escapeControl(page));
  }
});
