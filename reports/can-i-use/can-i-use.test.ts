import { describe, expect, it, test } from 'vitest';
import { validatorFor } from '../../lib/validator.ts';
import { sample } from '../fixtures/sample.ts';
import { listed } from '../fixtures/sample-issue.ts';
import { cellAnchor } from '../pages/anchor.ts';
import { readShipped, snapshotPath } from '../snapshot/file.ts';
import { lookupOf } from '../snapshot/lookup.ts';
import type { Snapshot, SnapshotVerdict } from '../snapshot/schema.ts';
import { snapshotOf } from '../snapshot/snapshot.ts';
import type { Palette } from '../summary/palette.ts';
import { canIUse, exitCodeOf, type RunDetails } from './answer.ts';
import { type Asked, questionOf } from './question.ts';
import { CanIUse } from './schema.ts';
import { canIUseText } from './text.ts';

const plain: Palette = { green: String, red: String, yellow: String, dim: String, bold: String };
const shipped = readShipped(snapshotPath);
const lookup = lookupOf(shipped);

function ask(
  asked: Asked,
  given: Snapshot = shipped,
  { isAll = false, ...run }: RunDetails & { isAll?: boolean } = {},
) {
  const known = given === shipped ? lookup : lookupOf(given);
  const answer = canIUse(questionOf(asked, known), known, run);
  return { ...answer, code: exitCodeOf(answer), text: canIUseText(answer, known, { colour: plain, isAll }) };
}

/** The shipped verdict of a cell, with other members. */
function withVerdict(members: Partial<SnapshotVerdict>): Snapshot {
  const isIt = (v: SnapshotVerdict) =>
    v.tool === 'web-search' && v.providerApi === 'anthropic' && v.library === 'langchain';
  return { ...shipped, verdicts: shipped.verdicts.map((v) => (isIt(v) ? { ...v, ...members } : v)) };
}
const cell: Asked = { what: 'web-search/anthropic', library: 'langchain' };

describe('every question that the shipped snapshot knows', () => {
  const tools = shipped.tools.map(({ id }) => id);
  const libraries = [undefined, ...shipped.libraries.map(({ id }) => id)];
  const providers = [undefined, 'openai', 'azure', ...shipped.providerApis.map(({ title }) => title)];

  test.each(tools)('about %s is answered in at most 15 lines of 120 columns', (tool) => {
    const fits = validatorFor(CanIUse);
    for (const library of libraries) {
      for (const provider of providers) {
        const { text, code, ...rest } = ask({ tool, library, provider });
        const where = `${tool} ${library} ${provider}\n${text}`;
        const lines = text.trimEnd().split('\n');
        expect(lines.length, where).toBeLessThanOrEqual(15);
        expect(Math.max(...lines.map((line) => line.length)), where).toBeLessThanOrEqual(120);
        expect(text, where).not.toMatch(/undefined|Infinity|NaN/);
        expect([0, 1, 3]).toContain(code);
        for (const { tool: id, providerApi, proof } of rest.answers) {
          if (proof) expect(proof.page).toBe(`reports/out/index.html#${cellAnchor(id, providerApi)}`);
        }
        expect(fits(rest), `${where}${JSON.stringify(fits.errors)}`).toBe(true);
      }
    }
  });
});

describe('one answer', () => {
  it('has the word, what it rests on, gaps with their upstream, what works better, and how to see it', () => {
    const issue = shipped.knownIssues.find(({ upstream }) => typeof upstream === 'object' && upstream.state === 'open');
    if (typeof issue?.upstream !== 'object') expect.fail('the snapshot has an issue that its maintainers know');
    const given = withVerdict({
      word: 'in-part',
      core: { passed: 1, of: 2 },
      extended: { passed: 3, of: 4 },
      edge: { passed: 0, of: 0 },
      robustness: { passed: 249, of: 250 },
      gaps: [
        { issue: issue.id, conversations: 2 },
        { title: 'A citation is lost.', impact: 'loses', conversations: 1 },
      ],
    });
    const { text, code, answers } = ask(cell, given);
    expect(code).toBe(1);
    const lines = text.split('\n');
    expect(lines[0]).toMatch(
      /^Web Search · Anthropic Messages · LangChain\.js \(@langchain\/anthropic \d+\.\d+\.\d+\)$/,
    );
    expect(lines[2]).toBe('  in part               without gaps: core 1 of 2 · extended 3 of 4 · robustness 99 %');
    expect(lines[3]).toBe(
      '  documented            weakest evidence of the core conversations; matrix: generally available',
    );
    expect(lines[5]).toContain(`  gaps         ${issue.title.slice(0, 79)}`);
    expect(text).toContain(`upstream: open`);
    expect(text).toContain(issue.upstream.url);
    expect(text).toMatch(/ {15}A citation is lost\. +loses +no known issue yet\n/);
    expect(text).toMatch(/\n {2}instead {6}AI SDK: works[;\n]/);
    expect(text).toContain('\n  play it      npm run atc -- run langchain-anthropic/web-search\n');
    expect(text).toContain('\n  proof        reports/out/index.html#cell-web-search--anthropic, after that run\n');
    expect(answers[0]).toMatchObject({
      adapter: 'langchain-anthropic',
      instead: expect.arrayContaining([expect.objectContaining({ library: 'ai-sdk', word: 'works' })]),
    });
  });

  it('names the worst three gaps and counts the others; --all names them', () => {
    const gaps = Array.from({ length: 5 }, (_, i) => ({
      title: `Gap ${i}`,
      impact: 'loses' as const,
      conversations: 1,
    }));
    const { text } = ask(cell, withVerdict({ gaps }));
    expect(text.match(/Gap \d/g)).toEqual(['Gap 0', 'Gap 1', 'Gap 2']);
    expect(text).toContain('…2 more with --all');
    const all = ask(cell, withVerdict({ gaps }), { isAll: true }).text;
    expect(all.match(/Gap \d/g)).toHaveLength(5);
    expect(all).not.toContain('--all');
  });

  it('says first that an API is no longer served, and names others', () => {
    const { text, code } = ask({ what: 'code-interpreter/assistants' });
    expect(code).toBe(1);
    expect(text.split('\n')[2]).toBe('  the API is no longer served (since 2026-08-26); against recordings:');
    expect(text).toContain('instead      OpenAI Responses with official SDK: works');
  });

  it('says until when a deprecated API is served, and what the provider offers in part or in preview', () => {
    expect(ask({ what: 'web-search/foundry classic', library: 'reference' }).text).toContain(
      'matrix: deprecated, served until 2027-03-31',
    );
    expect(ask({ what: 'shell/bedrock-converse', library: 'reference' }).text).toContain('matrix: in part, preview');
  });

  it('says what is not offered, and what has no adapter', () => {
    const lacks = ask({ what: 'openapi/anthropic', library: 'ai-sdk' });
    expect(lacks).toMatchObject({ code: 1, answers: [{ word: 'not-offered' }] });
    expect(lacks.text).toContain('  not offered           The provider lacks the tool');
    const none = ask({ what: 'web-search/agents v2', library: 'ai-sdk' });
    expect(none.text).toContain('This project has no adapter of the library for it.');
    expect(none).toMatchObject({ code: 3, answers: [{ word: 'not-judged' }] });
    expect(none.answers[0]).not.toHaveProperty('adapter');
  });

  it('shows what others wrote in one line, and lets it do nothing to the terminal', () => {
    const title = `red \u001b[31m\nand below ${'x'.repeat(200)}`;
    const { text, answers } = ask(cell, withVerdict({ gaps: [{ title, impact: 'loses', conversations: 1 }] }));
    expect(text).toContain('red \\u001b[31m and below xx');
    expect(answers[0]?.gaps[0]?.title).not.toContain('\u001b');
    const hostile = structuredClone(shipped);
    for (const item of [...hostile.tools, ...hostile.providerApis, ...hostile.libraries]) item.title += ' \u001b[2J\n';
    for (const asked of [cell, { what: 'web-search' }, { what: 'web-search/claude' }]) {
      expect(ask(asked, hostile).text).not.toContain('\u001b');
    }
  });
});

describe('several answers', () => {
  it('are the libraries of one provider API, the best first and the reference last', () => {
    const { text, answers, code } = ask({ what: 'web-search/claude' });
    expect(code).toBe(0);
    const libraries = answers.map(({ library }) => library);
    expect([libraries[0], libraries.at(-1)]).toEqual(['ai-sdk', 'reference']);
    expect(libraries).toEqual(expect.arrayContaining(['langchain', 'llumiverse', 'agent-framework', 'pydantic-ai']));
    expect(text).toMatch(/\n {2}AI SDK \(@ai-sdk\/anthropic [\d.]+\) +works +core \d of \d · /);
    expect(text).toContain('more         npm run atc -- can-i-use web-search --library ai-sdk --provider anthropic');
  });

  it('are the provider APIs of one library, with what is not offered and not judged named together', () => {
    const { text, answers } = ask({ tool: 'web-search', library: 'langchain' });
    expect(answers).toHaveLength(shipped.providerApis.length);
    expect(new Set(answers.map(({ library }) => library))).toEqual(new Set(['langchain']));
    expect(text).toContain('\n  not offered  Amazon Bedrock Agents, Mistral Chat\n');
    expect(text).toMatch(/\n {2}no adapter {3}.*Mistral Conversations/);
    expect(text).toContain('\n  OpenAI Assistants: the API is no longer served (since 2026-08-26)\n');
  });

  it('are the provider APIs, each with its best library', () => {
    const { text } = ask({ what: 'web-search' });
    expect(text).toMatch(/\n {2}Anthropic Messages +works +AI SDK +core/);
    expect(text).toMatch(/\n {2}Mistral Conversations +works +official SDK +core/);
  });

  it('are those of a name that means several, also where a library has no adapter for them', () => {
    expect(ask({ what: 'web-search/OpenAI' }).answers).toHaveLength(3);
    expect(ask({ what: 'web-search/azure', library: 'llumiverse' })).toMatchObject({ code: 3 });
  });

  it('go by the best: the exit code is 0 where one can be used, 3 where none is judged', () => {
    expect(ask({ what: 'shell/bedrock', library: 'langchain' }).code).toBe(0);
    expect(ask({ what: 'openapi', library: 'ai-sdk' }).code).toBe(1);
  });
});

describe('the question', () => {
  const of = (asked: Asked) => {
    const { tool, providerApis, library } = questionOf(asked, lookup);
    return [tool.id, library?.id, providerApis.length > 3 ? 'all' : providerApis.map(({ id }) => id).join(' ')];
  };

  test.each<[Asked, ReturnType<typeof of>]>([
    [{ what: 'web-search' }, ['web-search', undefined, 'all']],
    [{ what: 'Web Search/Claude' }, ['web-search', undefined, 'anthropic']],
    [{ tool: 'web-search', adapter: 'anthropic' }, ['web-search', 'reference', 'anthropic']],
    [{ tool: 'web-search', adapter: 'mistral' }, ['web-search', 'reference', 'mistral']],
    [{ tool: 'web-search', adapter: 'ai-sdk-anthropic' }, ['web-search', 'ai-sdk', 'anthropic']],
    [{ tool: 'web-search', adapter: 'ai-sdk', provider: 'anthropic' }, ['web-search', 'ai-sdk', 'anthropic']],
    [{ what: 'web-search', library: 'langchain-google' }, ['web-search', 'langchain', 'google']],
    [
      { what: 'web-search/openai', library: 'LangChain.js' },
      ['web-search', 'langchain', 'openai-responses openai-chat openai-assistants'],
    ],
  ])('%j is understood', (asked, found) => {
    expect(of(asked)).toEqual(found);
  });

  test.each<[Asked, string, string]>([
    [{}, 'no tool named', 'can-i-use web-search'],
    [{ what: 'web-serch' }, 'unknown tool "web-serch"', 'did you mean: web-search'],
    [{ what: 'web-search/antropic' }, 'unknown provider API "antropic"', 'did you mean: anthropic'],
    [{ what: 'web-search', library: 'langchian' }, 'unknown library "langchian"', 'did you mean: langchain'],
    [{ tool: 'web-search', adapter: 'ai-sdk-antropic' }, 'unknown adapter', 'did you mean: ai-sdk-anthropic'],
    [{ what: 'web-search', tool: 'shell' }, 'two names of the tool: "web-search" and "shell"', 'leave out one'],
    [{ what: 'web-search/google', provider: 'claude' }, 'two names of the provider', 'leave out one'],
    [{ what: 'web-search', library: 'ai-sdk', adapter: 'ai-sdk' }, 'two names of the library', 'leave out one'],
    [{ what: 'a/b/c' }, '"a/b/c": not a tool, a cell or a case', '<tool>/<provider>'],
    [
      { tool: 'web-search', adapter: 'ai-sdk-anthropic', provider: 'gemini' },
      '"ai-sdk-anthropic" is of anthropic, not of "gemini"',
      'leave out --provider',
    ],
  ])('%j is refused with what to type', (asked, message, hint) => {
    expect(() => of(asked)).toThrow(
      expect.objectContaining({ message: expect.stringContaining(message), hint: expect.stringContaining(hint) }),
    );
  });

  it('takes no tool for another that is called the same', () => {
    const tools = shipped.tools.map((tool) => ({ ...tool, alsoCalled: ['both'] }));
    expect(() => questionOf({ what: 'both' }, lookupOf({ ...shipped, tools }))).toThrow(
      '"both" means more than one tool',
    );
  });
});

describe('of a run', () => {
  const { results } = sample();
  const withIssue = { ...results, run: { ...results.run, knownIssues: [listed()] } };
  const own = snapshotOf(withIssue, new Map(), '1.0.0');
  const asked = { tool: 'web-search', adapter: 'sample-anthropic' };

  it('is run again as its cases say: it may be none of the adapters', () => {
    const { answers, suite } = ask(asked, own, { runOf: (adapter, tool) => `run ${adapter} ${tool}` });
    expect(suite).toBe('1.0.0');
    expect(answers[0]?.proof?.run).toBe('run sample-anthropic web-search');
    expect(ask(asked, own, { runOf: () => undefined }).answers[0]).not.toHaveProperty('proof');
  });

  it('has the word with the newest releases where it is another one', () => {
    const packages = [{ name: 'library', version: '9.9.9' }];
    const newestWith = (state: 'works' | 'works-with-gaps') => ({
      version: 1 as const,
      asOf: '2026-11-20',
      adapters: [{ id: 'sample-anthropic', packages, states: { 'web-search': state }, fixed: [], failing: [] }],
    });
    const moved = ask(asked, own, { newest: newestWith('works') });
    expect(moved.answers[0]?.newest).toEqual({ word: 'works', packages });
    expect(moved.text).toContain('newest       works, with library 9.9.9');
    expect(ask(asked, own, { newest: newestWith('works-with-gaps') }).answers[0]).not.toHaveProperty('newest');
  });

  it('names no library where none has an adapter', () => {
    const { answers, code } = ask({ what: 'web-search/mistral' }, own);
    expect(answers).toMatchObject([{ word: 'not-judged' }]);
    expect(answers[0]).not.toHaveProperty('library');
    expect(code).toBe(3);
  });
});
