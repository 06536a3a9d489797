import { describe, expect, it } from 'vitest';
import { exampleRequest } from './example-exchange.ts';
import { readRequest } from './request.ts';

const read = (body: unknown) => readRequest(exampleRequest(body));

it('options stand where the API has them; what has no word is the patch that would say it again', () => {
  const { options } = read({
    systemInstruction: { parts: [{ text: 'Be brief.' }] },
    toolConfig: {
      functionCallingConfig: { mode: 'ANY', allowedFunctionNames: ['f'] },
      retrievalConfig: { languageCode: 'da' },
    },
    generationConfig: { temperature: 0, thinkingConfig: { thinkingLevel: 'LOW', includeThoughts: true }, topK: 2 },
    labels: { a_b: 'c' },
  });
  expect(options).toEqual({
    modelId: 'gemini-example',
    instructions: 'Be brief.',
    toolMode: { type: 'required', functionName: 'f' },
    temperature: 0,
    reasoning: { effort: 'low' },
    rawRepresentation: {
      toolConfig: { retrievalConfig: { languageCode: 'da' } },
      generationConfig: { thinkingConfig: { includeThoughts: true }, topK: 2 },
      labels: { a_b: 'c' },
    },
  });
});

it('tools are read one by one, wherever they stand, and unread members are named', () => {
  const schema = { type: 'object', properties: { snake_case: {} } };
  const { options, paths, unread } = read({
    tools: [
      {
        function_declarations: [{ name: 'f', parameters_json_schema: schema, behavior: 'BLOCKING' }, { name: 'g' }],
        code_execution: {},
      },
      { retrieval: { vertexAiSearch: { datastore: 'd' } } },
      { googleMaps: { enableWidget: true } },
      { somethingNew: { x: 1 } },
    ],
    generationConfig: { responseModalities: ['TEXT', 'IMAGE'] },
  });
  expect(options.tools).toEqual([
    { type: 'function', name: 'f', parameters: schema },
    { type: 'raw', providerApi: 'google', declaration: { functionDeclarations: [{ name: 'g' }] } },
    { type: 'code-interpreter' },
    { type: 'provider-specific', name: 'vertex-ai-search', settings: { datastore: 'd' } },
    { type: 'provider-specific', name: 'google-maps', settings: { enableWidget: true } },
    { type: 'raw', providerApi: 'google', declaration: { somethingNew: { x: 1 } } },
    { type: 'image-generation' },
  ]);
  expect(options.tools?.map((tool) => paths.get(tool))).toEqual([
    'request.body.tools[0].functionDeclarations[0]',
    'request.body.tools[0].functionDeclarations[1]',
    'request.body.tools[0].codeExecution',
    'request.body.tools[1]',
    'request.body.tools[2]',
    'request.body.tools[3]',
    'request.body.generationConfig.responseModalities',
  ]);
  expect(unread).toEqual([{ path: 'request.body.tools[0].functionDeclarations[0].behavior', what: 'tool.behavior' }]);
});

it('of a schema in the older member, what the API knows is read', () => {
  const parameters = {
    type: 'OBJECT',
    additionalProperties: false,
    properties: { type: { type: 'ARRAY', maxItems: '2', items: { type: 'STRING', const: 'a' } } },
  };
  const { options } = read({ tools: [{ functionDeclarations: [{ name: 'f', parameters }] }] });
  expect(options.tools).toEqual([
    {
      type: 'function',
      name: 'f',
      parameters: { type: 'object', properties: { type: { type: 'array', maxItems: 2, items: { type: 'string' } } } },
    },
  ]);
});

describe('messages', () => {
  it('results are messages of the tool, in either spelling; a failure is one', () => {
    const { messages } = read({
      contents: [
        {
          role: 'user',
          parts: [
            { function_response: { name: 'f', response: { output: { a_b: 1 } } } },
            { functionResponse: { id: 'i', name: 'g', response: { error: 'no' } } },
            { functionResponse: { name: 'h', response: { anything: true } } },
            { text: 'And?' },
          ],
        },
        { role: 'critic', parts: [] },
      ],
    });
    expect(messages).toEqual([
      {
        role: 'tool',
        contents: [
          { type: 'function-result', callId: '', name: 'f', result: { a_b: 1 } },
          { type: 'function-result', callId: 'i', name: 'g', error: 'no' },
          { type: 'function-result', callId: '', name: 'h', result: { anything: true } },
        ],
      },
      { role: 'user', contents: [{ type: 'text', text: 'And?' }] },
    ]);
  });

  it('with a computer declared, screenshots and leave are what came of an action', () => {
    const { messages } = read({
      tools: [{ computerUse: { environment: 'ENVIRONMENT_BROWSER' } }],
      contents: [
        {
          parts: [
            {
              functionResponse: {
                id: 'i',
                name: 'click_at',
                response: { safety_acknowledgement: 'true' },
                parts: [{ inlineData: { mimeType: 'image/png', data: 'AA==' } }],
              },
            },
          ],
        },
      ],
    });
    expect(messages[0]?.contents).toEqual([
      {
        type: 'action-result',
        callId: 'i',
        tool: 'computer-use',
        outputs: [{ type: 'data', data: 'AA==', mediaType: 'image/png' }],
        acknowledgedSafetyCheckIds: ['safety_decision'],
      },
    ]);
  });
});
