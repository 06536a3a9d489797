import { expect, test } from 'vitest';
import { InvalidToolError, type Tool, type ToolMode, UnsupportedToolError } from '../../../spec/contract/index.ts';
import { toolChoice } from '../shared/responses/tools.ts';
import { declaration } from './tools.ts';

const declare = (...tools: unknown[]) => declaration(tools as Tool[], 'the-adapter', 'gpt-5.5');
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

test.each(['web-fetch', 'text-editor', 'openapi', 'provider-specific', 'no such tool'])(
  'a tool of type %s is refused, with what would work',
  (type) => {
    const attempt = () => wire({ type });
    expect(attempt).toThrow(UnsupportedToolError);
    expect(attempt).toThrow(/"the-adapter" has no tool ".*It supports: function, .*web-search, .*raw\.$/);
  },
);

test.each<[object, object, string | undefined]>([
  [
    { type: 'code-interpreter' },
    { type: 'code_interpreter', container: { type: 'auto' } },
    'code_interpreter_call.outputs',
  ],
  [
    { type: 'code-interpreter', fileIds: ['file_1'] },
    { type: 'code_interpreter', container: { type: 'auto', file_ids: ['file_1'] } },
    'code_interpreter_call.outputs',
  ],
  [
    { type: 'code-interpreter', containerId: 'cntr_1' },
    { type: 'code_interpreter', container: 'cntr_1' },
    'code_interpreter_call.outputs',
  ],
  [
    { type: 'file-search', vectorStoreIds: ['vs_1'], maximumResultCount: 3, scoreThreshold: 0 },
    { type: 'file_search', vector_store_ids: ['vs_1'], max_num_results: 3, ranking_options: { score_threshold: 0 } },
    'file_search_call.results',
  ],
  [
    {
      type: 'mcp-server',
      serverName: 'docs',
      serverAddress: 'https://mcp.example/mcp',
      serverDescription: 'The docs.',
      allowedTools: ['search'],
      approvalMode: 'never',
      authorizationToken: 'token',
    },
    {
      type: 'mcp',
      server_label: 'docs',
      server_url: 'https://mcp.example/mcp',
      server_description: 'The docs.',
      allowed_tools: ['search'],
      require_approval: 'never',
      authorization: 'token',
    },
    undefined,
  ],
  [
    { type: 'image-generation', size: '1024x1024', outputMediaType: 'image/svg+xml', partialImageCount: 0 },
    { type: 'image_generation', size: '1024x1024', output_format: 'svg', partial_images: 0 },
    undefined,
  ],
  [{ type: 'shell' }, { type: 'shell', environment: { type: 'local' } }, undefined],
])('%j is declared as %j', (tool, expected, included) => {
  const { tools, include, warnings } = declare(tool);
  expect(tools).toEqual([expected]);
  expect(include).toEqual(included === undefined ? [] : [included]);
  expect(warnings).toEqual([]);
});

test('a computer is declared in the form that the model knows, and what this has no place for is warned of', () => {
  const computer = { type: 'computer-use', displayWidth: 1024, displayHeight: 768, environment: 'browser' } as const;
  const today = declare(computer);
  expect(today.tools).toEqual([{ type: 'computer' }]);
  expect(today.warnings.map(({ message }) => message.split(' ')[0])).toEqual([
    'displayWidth',
    'displayHeight',
    'environment',
  ]);
  const preview = declaration([computer], 'the-adapter', 'computer-use-preview-2025-03-11');
  expect(preview).toMatchObject({
    tools: [{ type: 'computer_use_preview', display_width: 1024, display_height: 768, environment: 'browser' }],
    warnings: [],
  });
});

test.each<[object, string]>([
  [{ type: 'code-interpreter', containerId: 'cntr_1', fileIds: ['file_1'] }, 'containerId'],
  [{ type: 'image-generation', outputMediaType: 'image/bmp' }, 'image/bmp'],
])('%j cannot be said', (tool, named) => {
  expect(() => declare(tool)).toThrow(InvalidToolError);
  expect(() => declare(tool)).toThrow(named);
});

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
