import { expect, test } from 'vitest';
import type { JsonObject } from '../../../lib/canonical-json.ts';
import type { FunctionTool, Tool } from '../../../spec/contract/index.ts';
import { argumentsOf, declaration } from './tools.ts';

const declare = (...tools: Tool[]) => declaration(tools, 'reference-bedrock-agents');

const weather = (parameters: JsonObject): FunctionTool => ({ type: 'function', name: 'get_weather', parameters });

test('functions of the application are one group, with a flat list of parameters each', () => {
  const { actionGroups, hosted } = declare(
    weather({ type: 'object', properties: { city: { type: 'string', description: 'where' } }, required: ['city'] }),
    { ...weather({ additionalProperties: false }), name: 'other', description: 'does' },
  );
  expect(hosted).toBe(false);
  expect(actionGroups).toEqual([
    {
      actionGroupName: 'application-functions',
      actionGroupExecutor: { customControl: 'RETURN_CONTROL' },
      functionSchema: {
        functions: [
          {
            name: 'get_weather',
            parameters: { city: { type: 'string', description: 'where', required: true } },
          },
          { name: 'other', description: 'does', parameters: {} },
        ],
      },
    },
  ]);
});

test.each<[JsonObject, string]>([
  [{ properties: { unit: { type: 'string', enum: ['c', 'f'] } } }, 'parameters.properties.unit.enum'],
  [{ properties: { place: { type: 'object', properties: {} } } }, 'parameters.properties.place.properties'],
  [{ properties: { place: { type: 'object' } } }, 'parameters.properties.place.type'],
  [{ properties: { city: { type: ['string', 'null'] } } }, 'parameters.properties.city.type'],
  [{ properties: { city: {} } }, 'parameters.properties.city.type'],
  [{ properties: { tags: { type: 'array', items: { type: 'string' } } } }, 'parameters.properties.tags.items'],
  [{ properties: {}, anyOf: [] }, 'parameters.anyOf'],
  [{ properties: {}, additionalProperties: true }, 'parameters.additionalProperties'],
  [{ properties: {}, required: ['city'] }, 'parameters.required'],
  [{ type: 'string' }, 'parameters.type'],
])('the schema %j is refused, and the member named', (schema, member) => {
  expect(() => declare(weather(schema))).toThrow(
    expect.objectContaining({ name: 'InvalidToolError', message: expect.stringContaining(`"${member}"`) }),
  );
});

test.each<[Tool, string]>([
  [{ ...weather({}), strict: true }, '"strict"'],
  [{ ...weather({}), name: 'a__b' }, 'names'],
  [{ type: 'code-interpreter', fileIds: ['f'] }, '"fileIds"'],
  [{ type: 'code-interpreter', containerId: 'c' }, '"containerId"'],
  [{ type: 'text-editor', maximumCharacters: 5 }, '"maximumCharacters"'],
  [
    { type: 'openapi', name: 'a', specification: {}, auth: { type: 'connection', connectionId: 'c' } },
    '"auth.type" is "connection"',
  ],
  [
    {
      type: 'stateful-function',
      name: 'a',
      parameters: {},
      target: { type: 'azure-function-basic', inputQueue: 'i', outputQueue: 'o', queueServiceEndpoint: 'q' },
    },
    'azure-function-basic',
  ],
  [{ type: 'provider-specific', name: 'knowledge-bases', settings: { knowledgeBaseId: 'K' } }, '"description"'],
  [{ type: 'provider-specific', name: 'knowledge-bases', settings: { top: 3 } }, '"top"'],
  [{ type: 'raw', providerApi: 'anthropic', declaration: { knowledgeBaseId: 'K' } }, '"anthropic"'],
])('%j cannot be declared, for %s', (tool, reason) => {
  expect(() => declare(tool)).toThrow(
    expect.objectContaining({ name: 'InvalidToolError', message: expect.stringContaining(reason) }),
  );
});

test('a tool that only others have is refused by its name, with what would work', () => {
  const azure: Tool = { type: 'provider-specific', name: 'azure-ai-search', settings: {} };
  for (const tool of [azure, { type: 'web-search' } as const]) {
    expect(() => declare(tool)).toThrow(
      expect.objectContaining({
        name: 'UnsupportedToolError',
        tool: tool.type,
        supported: expect.arrayContaining(['function', 'provider-specific']),
      }),
    );
  }
});

test('raw declarations go where they belong, as they are', () => {
  const raw = (declaration: JsonObject): Tool => ({ type: 'raw', providerApi: 'bedrock-agents', declaration });
  const group = { actionGroupName: 'ask', parentActionGroupSignature: 'AMAZON.UserInput', novel: [1] };
  expect(declare(raw({ knowledgeBaseId: 'K', novel: 1 }), raw(group))).toMatchObject({
    actionGroups: [group],
    knowledgeBases: [{ knowledgeBaseId: 'K', novel: 1 }],
    hosted: true,
  });
});

test('values become what their types say, where they are that', () => {
  const list = [
    ['text', 'string', '7'],
    ['count', 'integer', '7'],
    ['no count', 'integer', '7.5'],
    ['size', 'number', '1e3'],
    ['no size', 'number', ''],
    ['wet', 'boolean', 'true'],
    ['not so wet', 'boolean', 'True'],
    ['list', 'array', '["a", 1]'],
    ['no list', 'array', '[a, b]'],
    ['object', 'object', '{"a":1}'],
  ].map(([name = '', type = '', value = '']) => ({ name, type, value }));
  expect(argumentsOf(list)).toEqual({
    text: '7',
    count: 7,
    'no count': '7.5',
    size: 1000,
    'no size': '',
    wet: true,
    'not so wet': 'True',
    list: ['a', 1],
    'no list': '[a, b]',
    object: { a: 1 },
  });
});
