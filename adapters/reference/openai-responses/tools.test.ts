import { expect, test } from 'vitest';
import { InvalidToolError, type Tool, type ToolMode, UnsupportedToolError } from '../../../spec/contract/index.ts';
import { declaration, toolChoice } from './tools.ts';

const declare = (...tools: unknown[]) => declaration(tools as Tool[], 'the-adapter');
const wire = (tool: unknown) => declare(tool).tools[0];
const named = (name: string, parameters: unknown = { type: 'object' }) => ({ type: 'function', name, parameters });
const raw = { type: 'raw', providerApi: 'openai-responses', declaration: { type: 'shell' } };

test('a function is declared flat, with what the caller gave, and strict only if asked for', () => {
  const parameters = { type: 'object', properties: { city: { type: 'string' } }, required: ['city'], $comment: 'kept' };
  expect(wire({ type: 'function', name: 'f', description: 'does f', parameters, strict: true })).toEqual({
    type: 'function',
    name: 'f',
    description: 'does f',
    parameters,
    strict: true,
  });
  expect(wire(named('f'))).toEqual({ type: 'function', name: 'f', parameters: { type: 'object' }, strict: false });
});

test('a schema without a type gets one', () => {
  expect(wire(named('f', { properties: {} }))).toMatchObject({ parameters: { type: 'object', properties: {} } });
});

test.each([
  ['a list', ['x']],
  ['a boolean', true],
  ['another type', { type: 'string' }],
  ['several types', { type: ['object', 'null'] }],
])('a schema that is %s is refused', (_title, parameters) => {
  expect(() => wire(named('f', parameters))).toThrow(InvalidToolError);
});

test.each(['A-z_0', '9', 'a'.repeat(128)])('the name %s is taken', (name) => {
  expect(wire(named(name))).toMatchObject({ name });
});

test.each(['', 'get weather', 'server/tool', 'été', 'a.b', 'a\n'])('the name %j is refused', (name) => {
  expect(() => wire(named(name))).toThrow(InvalidToolError);
});

test('web search is declared with what bounds it, and asks for the pages it found', () => {
  expect(declare({ type: 'web-search' })).toEqual({
    tools: [{ type: 'web_search' }],
    include: ['web_search_call.action.sources'],
    warnings: [],
    maxToolCalls: undefined,
  });
  const userLocation = { city: 'Porto', country: 'PT', timezone: 'Europe/Lisbon' };
  expect(wire({ type: 'web-search', allowedDomains: ['a.example'], userLocation })).toEqual({
    type: 'web_search',
    filters: { allowed_domains: ['a.example'] },
    user_location: { type: 'approximate', ...userLocation },
  });
});

test('a limit of uses is sent where search is the only tool that OpenAI runs', () => {
  const search = { type: 'web-search', maximumUses: 2 };
  expect(declare(search, named('f'))).toMatchObject({ maxToolCalls: 2, warnings: [] });
  const beside = declare(search, raw);
  expect(beside.maxToolCalls).toBeUndefined();
  expect(beside.warnings).toMatchObject([{ code: 'unsupported-setting', message: /^maximumUses/ }]);
});

test('blocked domains cannot be said', () => {
  const { tools, warnings } = declare({ type: 'web-search', blockedDomains: ['b.example'] });
  expect(tools).toEqual([{ type: 'web_search' }]);
  expect(warnings).toMatchObject([{ code: 'unsupported-setting', message: /^blockedDomains/ }]);
});

test('a declaration in the words of OpenAI goes through as it is', () => {
  expect(wire(raw)).toBe(raw.declaration);
});

test('a declaration in the words of another API is refused', () => {
  expect(() => wire({ type: 'raw', providerApi: 'anthropic', declaration: {} })).toThrow(
    /"anthropic".*"openai-responses"/,
  );
});

test.each(['code-interpreter', 'file-search', 'web-fetch', 'mcp-server', 'provider-specific', 'no such tool'])(
  'a tool of type %s is refused, with what would work',
  (type) => {
    const attempt = () => wire({ type });
    expect(attempt).toThrow(UnsupportedToolError);
    expect(attempt).toThrow(`The adapter "the-adapter" has no tool "${type}". It supports: function, web-search, raw.`);
  },
);

test.each<[ToolMode | undefined, unknown]>([
  [undefined, undefined],
  [{ type: 'auto' }, 'auto'],
  [{ type: 'none' }, 'none'],
  [{ type: 'required' }, 'required'],
  [
    { type: 'required', functionName: 'f' },
    { type: 'function', name: 'f' },
  ],
])('the mode %j is the choice %j', (toolMode, expected) => {
  expect(toolChoice(toolMode ? { toolMode } : {})).toEqual(expected);
});
