import { expect, test } from 'vitest';
import { validatorFor } from '../../lib/validator.ts';
import { loadMatrix } from '../../matrix/load.ts';
import { readShipped, snapshotPath } from '../snapshot/file.ts';
import { lookupOf } from '../snapshot/lookup.ts';
import { canIUse } from './answer.ts';
import { type AskedLimits, exitCodeOfLimits, limitQuestionOf, limitsFound, limitsText, withLimits } from './limits.ts';
import { questionOf } from './question.ts';
import { CanIUse } from './schema.ts';

const lookup = lookupOf(readShipped(snapshotPath));
const matrix = await loadMatrix();
const look = { colour: { green: String, red: String, yellow: String, dim: String, bold: String }, isAll: false };
const fits = validatorFor(CanIUse);

function ask(what: string, limiting: AskedLimits, day = '2026-11-27', cases: Parameters<typeof limitsFound>[2] = []) {
  const question = questionOf({ what }, lookup);
  const about = limitQuestionOf(limiting, question, matrix);
  const found = limitsFound(about, day, cases);
  const json = withLimits(canIUse(question, lookup), about, found);
  expect(fits(json), JSON.stringify(fits.errors)).toBe(true);
  const text = limitsText(about, found, lookup, look);
  expect(Math.max(...text.split('\n').map((line) => line.length))).toBeLessThanOrEqual(120);
  return { found, text, code: exitCodeOfLimits(found), effects: found.map(({ effect }) => effect), json };
}

// The most asked: a built-in tool beside functions.
test.each([
  ['function-calling/google', 'code-interpreter', 'gemini-3.8-flash', 'gemini-api', 'works'],
  ['function-calling/google', 'code execution', 'gemini-2.5-flash', 'gemini-api', 'works'],
  ['function-calling/google', 'web-search', 'gemini-3-flash-preview', 'gemini-api', 'works'],
  ['function-calling/google', 'web-search', 'gemini-2.5-flash', 'gemini-api', 'rejected'],
  ['function-calling/google', 'web-search', 'gemini-3-flash-preview', 'vertex', 'works'],
  ['function-calling/google', 'web-search', 'gemini-2.5-flash', 'vertex', 'rejected'],
  ['function-calling/anthropic', 'web-search', 'claude-sonnet-5-5', undefined, 'works'],
  ['function-calling/openai-responses', 'image-generation', 'gpt-5', undefined, 'works'],
  ['function-calling/openai-chat', 'web-search', 'gpt-4o', undefined, 'rejected'],
  ['function-calling/bedrock-converse', 'code-interpreter', 'us.amazon.nova-2-lite-v1:0', undefined, 'works'],
  ['function-calling/mistral conversations', 'web-search', undefined, undefined, 'works'],
  ['function-calling/google', 'output-format', 'gemini-2.5-pro', undefined, 'rejected'],
  ['function-calling/openai-chat', 'reasoning', 'gpt-5.6-terra', undefined, 'rejected'],
  ['function-calling/anthropic', 'required call', 'claude-opus-5-5', undefined, 'rejected'],
  ['function-calling/anthropic', 'required call', 'claude-haiku-5-5', undefined, 'unknown'],
  ['function-calling/anthropic', 'shell', undefined, undefined, 'unknown'],
  ['function-calling/mistral-chat', 'azure-logic-apps', undefined, undefined, 'rejected'],
])('%s beside %s on %s, %s: %s', (what, beside, model, surface, effect) => {
  const { effects, code } = ask(what, { beside, model, surface });
  expect(effects).toEqual([effect]);
  expect(code).toBe({ works: 0, rejected: 1, unknown: 3 }[effect]);
});

test('what is needed is said, with the source and how to play it', () => {
  const { text } = ask('function-calling/google', { beside: 'code-interpreter', model: 'gemini-3.8-flash' });
  expect(text).toContain(
    'works        Gemini 3 and later, Gemini API: when toolConfig.includeServerSideToolInvocations is true',
  );
  expect(text).toMatch(/2026-08-10, ag2/);
  expect(text).toContain("npm run atc -- run 'reference-google/function-calling/tools-with-hosted'");
});

test('a day decides where a service changed its mind', () => {
  const on = (day: string) =>
    ask('functions/anthropic', { beside: 'required call', model: 'claude-fable-5' }, day).effects;
  expect([on('2026-07-01'), on('2026-11-01')]).toEqual([['rejected'], ['works']]);
});

test('a model or a surface alone is asked of the tool, and leaves out the provider APIs without it', () => {
  expect(ask('function-calling', { model: 'gpt-6-astra' }).found.map(({ providerApi }) => providerApi)).not.toContain(
    'google',
  );
  expect(ask('function-calling/openai-chat', { model: 'gpt-6-astra' }).effects).toEqual(['rejected']);
  expect(ask('remote-mcp', { surface: 'ga' })).toMatchObject({ effects: ['rejected'], code: 1 });
  expect(ask('remote-mcp/google', { surface: 'gemini-api-v1' }).text).toContain('Remote MCP');
});

test('several provider APIs have a line each', () => {
  const { text, json } = ask('function-calling', { beside: 'strict-schema' });
  expect(text).toMatch(/\n {2}Mistral Chat +works/);
  expect(json.question).toMatchObject({ tool: 'function-calling', beside: 'strict-schema' });
});

test('a run says what came of the scenarios that try it', () => {
  const of = { providerApi: 'google', tool: 'function-calling', scenario: 'tools-with-hosted' };
  const one = { ...of, id: 'ai-sdk-google/function-calling/tools-with-hosted/stream', verdict: 'pass' } as never;
  const { text } = ask(
    'function-calling/google',
    { beside: 'code-interpreter', model: 'gemini-3.8-flash' },
    undefined,
    [one],
  );
  expect(text).toContain('pass: ai-sdk-google/function-calling/tools-with-hosted/stream');
});

test.each([
  [{ beside: 'shel' }, /unknown tool or modifier "shel"/, /shell/],
  [{ beside: 'functions' }, /"functions" is function-calling itself/, /another/],
  [{ model: 'gemini-33' }, /unknown model "gemini-33"/, /gemini-3/],
  [{ surface: 'vertx' }, /unknown surface "vertx"/, /vertex/],
])('%j names what is near', (limiting, message, hint) => {
  const question = questionOf({ what: 'function-calling' }, lookup);
  expect(() => limitQuestionOf(limiting, question, matrix)).toThrow(
    expect.objectContaining({ message: expect.stringMatching(message), hint: expect.stringMatching(hint) }),
  );
});
