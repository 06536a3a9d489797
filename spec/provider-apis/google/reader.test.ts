import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../lib/canonical-json.ts';
import type { Exchange } from '../../../recordings/format/exchange.ts';
import type { Fact } from '../../facts/fact.ts';
import { brokenRules, exampleExchanges } from '../../wire/example-exchanges.ts';
import { requestBodyOf } from '../../wire/request-requirements.ts';
import { reader } from './reader.ts';
import { readRequest } from './request-reader.ts';

const { exampleRequest, jsonExchange, streamText } = exampleExchanges(
  'models.generateContent',
  'https://generativelanguage.googleapis.com/v1/models/gemini-example:generateContent',
);

/** A response with one candidate. */
const response = (parts: unknown, candidate: object = {}, more: object = {}) => ({
  candidates: [{ index: 0, content: { role: 'model', parts }, finishReason: 'STOP', ...candidate }],
  ...more,
});

/** An answer as server-sent events, which have no names on this wire. */
const streamExchange = (...responses: unknown[]): Exchange =>
  streamText(responses.map((each) => `data: ${JSON.stringify(each)}\r\n\r\n`).join(''));

/** The same exchange with what was asked. */
const asked = (exchange: Exchange, body: unknown): Exchange => ({ ...exchange, request: exampleRequest(body) });

describe('an answer', () => {
  const read = (exchange: Exchange) => reader.readResponses([exchange]);
  const factsOf = (exchange: Exchange): Fact[] => read(exchange).facts.map(({ fact }) => fact);
  const kinds = (exchange: Exchange, ...wanted: Fact['kind'][]) =>
    factsOf(exchange).filter(({ kind }) => wanted.includes(kind));

  describe('parts', () => {
    it('a signature is told after its part, thoughts are one up to theirs', () => {
      const parts = [
        { text: 'a', thought: true },
        { text: 'b', thought: true, thoughtSignature: 's1' },
        { functionCall: { name: 'f' }, thoughtSignature: 's2' },
      ];
      const told = [
        { kind: 'reasoning', text: 'ab', protectedData: 's1' },
        { kind: 'call', name: 'f', arguments: {} },
        { kind: 'reasoning', text: '', protectedData: 's2' },
        { kind: 'finish', reason: 'tool_calls' },
      ];
      expect(factsOf(jsonExchange(response(parts)))).toEqual(told);
      const pieces = parts.map((part, i) => response([part], { finishReason: i === 2 ? 'STOP' : undefined }));
      expect(factsOf(streamExchange(...pieces))).toEqual(told);
    });

    it('bytes of requests are read in either alphabet of base64; signatures of answers stay as they came', () => {
      const parts = [{ inlineData: { mimeType: 'image/png', data: 'a-_b' } }, { text: 'a', thoughtSignature: 'c-_d' }];
      const body = { contents: [{ role: 'model', parts }] };
      const { messages } = readRequest(exampleRequest(body));
      expect(messages[0]?.contents).toMatchObject([{ data: 'a+/b' }, { text: 'a' }, { protectedData: 'c+/d' }]);
      expect(factsOf(jsonExchange(response(parts)))).toContainEqual({
        kind: 'reasoning',
        text: '',
        protectedData: 'c-_d',
      });
    });

    it('thoughts are asked for in either spelling of names', () => {
      const answer = jsonExchange(response([{ text: 'a', thought: true }]));
      const [, shown] = reader.demands ?? [];
      for (const thinkingConfig of [{ includeThoughts: true }, { include_thoughts: true }])
        expect(shown?.isMet(asked(answer, { generationConfig: { thinkingConfig } }), [])).toBe(true);
      expect(shown?.isMet(asked(answer, { generationConfig: {} }), [])).toBe(false);
    });

    it('a part of a kind that nobody knows is a result', () => {
      expect(kinds(jsonExchange(response([{ newKind: { x: 1 } }])), 'hosted-result')).toEqual([
        { kind: 'hosted-result', tool: 'newKind', payload: { x: 1 } },
      ]);
    });

    it('with a computer declared, a call of no declared function is an action', () => {
      const call = (name: string, args: object) => ({ functionCall: { id: name, name, args } });
      const decision = { decision: 'require_confirmation', explanation: 'why' };
      const answer = response([call('click_at', { x: 1, safety_decision: decision }), call('mine', {})]);
      const tools = [{ computer_use: {} }, { function_declarations: [{ name: 'mine' }] }];
      expect(kinds(asked(jsonExchange(answer), { tools }), 'action-call', 'call')).toEqual([
        {
          kind: 'action-call',
          tool: 'computer-use',
          actions: [{ type: 'click_at', x: 1 }],
          id: 'click_at',
          safetyChecks: [{ id: 'safety_decision', message: 'why' }],
        },
        { kind: 'call', name: 'mine', arguments: {}, id: 'mine' },
      ]);
    });

    it('arguments in pieces are put together, nested ones too', () => {
      const piece = (...partialArgs: object[]) =>
        response([{ functionCall: { partialArgs, willContinue: true } }], { finishReason: undefined });
      const stream = streamExchange(
        response([{ functionCall: { name: 'f', willContinue: true } }], { finishReason: undefined }),
        piece({ jsonPath: '$.list[0].a', stringValue: 'on', willContinue: true }),
        piece({ jsonPath: '$.list[0].a', stringValue: 'e' }, { jsonPath: '$.list[1]', nullValue: 'NULL_VALUE' }),
        piece({ jsonPath: "$['__proto__']", boolValue: false }),
        response([{ functionCall: {} }]),
      );
      const [call] = kinds(stream, 'call');
      expect(JSON.stringify(call?.kind === 'call' && call.arguments)).toBe(
        '{"list":[{"a":"one"},null],"__proto__":false}',
      );
    });
  });

  describe('what stands beside the message', () => {
    const metadata = {
      webSearchQueries: ['q'],
      groundingChunks: [{ web: { uri: 'https://a.example' } }, { retrievedContext: { fileSearchStore: 'stores/s' } }],
      groundingSupports: [{ segment: { startIndex: 5, endIndex: 8 }, groundingChunkIndices: [0, 1, 7] }],
    };

    it('searches, their result and citations, whose offsets are bytes', () => {
      const answer = jsonExchange(response([{ text: '⛰. ' }, { text: 'abc' }], { groundingMetadata: metadata }));
      expect(kinds(answer, 'hosted-call', 'hosted-result', 'citation')).toEqual([
        { kind: 'hosted-call', tool: 'google_search', arguments: { queries: ['q'] }, staysThere: true },
        { kind: 'hosted-result', tool: 'google_search', payload: metadata, staysThere: true },
        { kind: 'citation', target: 'https://a.example', span: 'abc', place: 3 },
        { kind: 'citation', target: 'stores/s', span: 'abc', place: 3 },
      ]);
    });

    it('cited words stand at the nearest place that has them; words that are nowhere cannot be shown', () => {
      const support = (segment: object) => ({ segment, groundingChunkIndices: [0] });
      const groundingSupports = [
        support({ startIndex: 12, text: 'tide' }),
        support({ text: 'tide' }),
        support({ text: 'ebb' }),
        support({ text: '' }),
      ];
      const groundingMetadata = { ...metadata, groundingSupports };
      const answer = jsonExchange(response([{ text: 'Low tide, high tide.' }], { groundingMetadata }));
      const target = 'https://a.example';
      expect(kinds(answer, 'citation')).toEqual([
        { kind: 'citation', target, span: 'tide', place: 15 },
        { kind: 'citation', target, span: 'tide', place: 4 },
        { kind: 'citation', target },
        { kind: 'citation', target },
      ]);
    });

    it('searches that are told as parts are not told twice', () => {
      const toolCall = { toolType: 'GOOGLE_SEARCH_WEB', args: { queries: ['q'] }, id: 't' };
      const answer = jsonExchange(response([{ toolCall }], { groundingMetadata: metadata }));
      expect(kinds(answer, 'hosted-call')).toHaveLength(1);
    });

    it('usage counts what tools gave as input and thoughts as output; the last counts of a stream are those that count', () => {
      const counts = {
        promptTokenCount: 3,
        toolUsePromptTokenCount: 4,
        candidatesTokenCount: 5,
        thoughtsTokenCount: 6,
      };
      const stream = streamExchange(
        response([], {}, { usageMetadata: { promptTokenCount: 1 } }),
        response([], {}, { usageMetadata: counts }),
        response([], {}, { usageMetadata: { trafficType: 'ON_DEMAND' } }),
      );
      expect(kinds(stream, 'usage')).toEqual([{ kind: 'usage', inputTokens: 7, outputTokens: 11, reasoningTokens: 6 }]);
    });

    it.each([
      ['MAX_TOKENS', 'length'],
      ['SAFETY', 'content_filter'],
      ['UNEXPECTED_TOOL_CALL', 'UNEXPECTED_TOOL_CALL'],
    ])('%s is the reason %s', (finishReason, reason) => {
      expect(kinds(jsonExchange(response([], { finishReason })), 'finish')).toEqual([{ kind: 'finish', reason }]);
    });

    it('a further candidate is another answer, and is named as not read', () => {
      const { candidates } = response([{ text: 'a' }]);
      const other = { index: 1, content: { parts: [{ text: 'b' }] } };
      const reading = read(jsonExchange({ candidates: [...candidates, other] }));
      expect(reading.unread.map(({ what }) => what)).toEqual(['a further candidate']);
      expect(reading.facts[0]?.fact).toEqual({ kind: 'text', text: 'a' });
    });
  });

  describe('errors', () => {
    const error = { error: { code: 400, status: 'INVALID_ARGUMENT', message: 'm' } };
    it.each([[error], [[error]]])('%j', (body) => {
      expect(factsOf(jsonExchange(body, 400))).toEqual([
        { kind: 'error', status: 400, code: 'INVALID_ARGUMENT', message: 'm' },
      ]);
    });

    it('that says when to try again', () => {
      const details = [{ '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: '2.5s' }];
      const [fact] = factsOf(jsonExchange({ error: { ...error.error, details } }, 429));
      expect(fact).toMatchObject({ kind: 'error', retryAfter: 2500 });
    });

    it('inside a stream, beside what came before', () => {
      expect(kinds(streamExchange(response([{ text: 'a' }]), error), 'text', 'error')).toEqual([
        { kind: 'text', text: 'a' },
        { kind: 'error', code: 'INVALID_ARGUMENT', message: 'm', retryable: false },
      ]);
    });
  });
});

describe('a request', () => {
  const read = (body: unknown) => readRequest(exampleRequest(body));

  it('instructions may be one part without a list, and modes stand in small letters', () => {
    const { options } = read({
      systemInstruction: { parts: { text: 'Be brief.' } },
      toolConfig: { functionCallingConfig: { mode: 'none' } },
    });
    expect(options).toMatchObject({ instructions: 'Be brief.', toolMode: { type: 'none' } });
  });

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

  it.each<[string, string, object, object[] | undefined]>([
    ['a model for images returns them by default', 'gemini-3.1-flash-image', {}, [{ type: 'image-generation' }]],
    [
      'a model for images that shall return text',
      'gemini-3-pro-image-preview',
      { responseModalities: ['TEXT'] },
      undefined,
    ],
    ['any other model does not', 'gemini-3.8-flash', {}, undefined],
  ])('%s', (_, model, generationConfig, tools) => {
    const request = exampleRequest({ generationConfig });
    const { options } = readRequest({ ...request, url: request.url.replace('gemini-example', model) });
    expect(options.tools).toEqual(tools);
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
});

describe('rules', () => {
  const call = (name: string, more: object = {}) => ({ functionCall: { name, args: {}, ...more } });
  const answer = (name: string, more: object = {}) => ({
    functionResponse: { name, response: { output: 1 }, ...more },
  });
  const said = (role: string, ...parts: object[]) => ({ role, parts });
  const question = said('user', { text: 'Which?' });
  const functions = (...declared: object[]) => ({ functionDeclarations: declared });
  const f = { name: 'f', parameters: { type: 'OBJECT', properties: { a: { type: 'STRING' } }, required: ['a'] } };

  const talk = [question, said('model', call('f')), said('user', answer('f'))];
  const sound = { contents: talk, tools: [functions(f, { name: 'g', parametersJsonSchema: { type: ['object'] } })] };

  const vertexUrl =
    'https://aiplatform.example/v1beta1/projects/p/locations/l/publishers/google/models/m:generateContent';

  /** Ids of the rules that a request breaks. */
  function broken(body: object, { vertex = false, earlier = [] as unknown[] } = {}): string[] {
    const made = asked(jsonExchange({}), body);
    const exchange = vertex ? { ...made, request: { ...made.request, url: vertexUrl } } : made;
    const before = earlier.map((one) => jsonExchange(one));
    return brokenRules(reader.rules ?? [], exchange, before);
  }

  const withSchema = (parameters: JsonObject) => ({ ...sound, tools: [functions({ name: 'f', parameters })] });
  const withConfig = (config: object, tools: object[] = sound.tools) => ({ ...sound, tools, toolConfig: config });
  const calling = (functionCallingConfig: object) => withConfig({ functionCallingConfig });

  describe('what the service takes', () => {
    it.each<[string, object, boolean?]>([
      ['calls that are answered', sound],
      ['the user’s words after answers, apart', { contents: [...talk, question] }],
      ['a call that nobody had time to answer', { contents: talk.slice(0, 2) }],
      [
        'calls by id in any order',
        {
          contents: [
            question,
            said('model', call('f', { id: '1' }), call('f', { id: '2' })),
            said('user', answer('f', { id: '2' }), answer('f', { id: '1' })),
          ],
        },
      ],
      [
        'names of members in snake case',
        {
          contents: [question],
          tools: [
            {
              function_declarations: [
                { name: 'f', parameters: { type: 'OBJECT', properties: {}, any_of: [{ max_items: '1' }] } },
              ],
            },
          ],
        },
      ],
      [
        'search beside functions, shown',
        withConfig({ includeServerSideToolInvocations: true }, [functions(f), { googleSearch: {} }]),
      ],
      ['code beside functions on Vertex AI', { ...sound, tools: [functions(f), { codeExecution: {} }] }, true],
      ['search beside functions on Vertex AI', { ...sound, tools: [functions(f), { googleSearch: {} }] }, true],
      ['a function that must be called', calling({ mode: 'ANY', allowedFunctionNames: ['f'] })],
      ['a mode in small letters', calling({ mode: 'any', allowedFunctionNames: ['f'] })],
      ['text beside an answer', { contents: [...talk.slice(0, 2), said('user', answer('f'), { text: 'And now?' })] }],
      ['instructions of one part', { ...sound, systemInstruction: { parts: { text: 'Be brief.' } } }],
      ['a kind of part that is new', { contents: [said('user', { hologram: {} })] }],
    ])('%s', (_, body, vertex = false) => {
      expect(broken(body, { vertex })).toEqual([]);
    });
  });

  describe('what it refuses', () => {
    it.each<[string, object, boolean?]>([
      ['function-name-format', { ...sound, tools: [functions({ name: '2nd' })] }],
      ['function-name-unique', { ...sound, tools: [functions(f), functions(f)] }],
      [
        'function-responses-together',
        {
          contents: [
            question,
            said('model', call('f'), call('f')),
            said('user', answer('f')),
            said('user', answer('f')),
          ],
        },
      ],
      ['allowed-functions-declared', calling({ mode: 'AUTO', allowedFunctionNames: ['f'] })],
      ['allowed-functions-declared', calling({ mode: 'ANY', allowedFunctionNames: ['h'] })],
      [
        'function-calling-config-functions-required',
        withConfig({ functionCallingConfig: { mode: 'AUTO' } }, [{ googleSearch: {} }]),
      ],
      ['hosted-and-function-tools', { ...sound, tools: [functions(f), { urlContext: {} }] }],
      ['hosted-and-function-tools', { ...sound, tools: [functions(f), { codeExecution: {} }] }],
      ['surface-tools', { ...sound, tools: [{ retrieval: {} }] }],
      ['surface-tools', { ...sound, tools: [{ fileSearch: {} }] }, true],
      ['function-schema-single', { ...sound, tools: [functions({ ...f, parametersJsonSchema: {} })] }],
      ['schema-member-known', withSchema({ properties: { a: { items: { additionalProperties: false } } } })],
      ['schema-type-single', withSchema({ properties: { a: { type: ['string', 'null'] } } })],
      ['schema-required-defined', withSchema({ properties: { a: { type: 'STRING' } }, required: ['b'] })],
      ['schema-enum-strings', withSchema({ properties: { a: { type: 'INTEGER', enum: [1] } } })],
      ['contents-not-empty', { contents: [] }],
      ['contents-not-empty', { contents: [question, said('model')] }],
      ['role-known', { contents: [said('assistant', { text: 'a' })] }],
      ['calls-answered', { contents: [...talk.slice(0, 2), question] }],
      ['calls-answered', { contents: [question, said('user', answer('f'))] }],
      ['calls-answered', { contents: [question, said('model', call('f')), said('user', answer('f'), answer('f'))] }],
      [
        'calls-answered',
        { contents: [question, said('model', call('f', { id: '1' })), said('user', answer('f', { id: '2' }))] },
      ],
      [
        'function-responses-separate',
        { contents: [...talk.slice(0, 2), said('user', answer('f'), { inlineData: {} })] },
      ],
      [
        'function-responses-separate',
        { contents: [...talk.slice(0, 2), said('user', answer('f'), { text: '1' })] },
        true,
      ],
      ['call-position', { contents: talk.slice(1) }],
      ['call-position', { contents: [question, said('model', { text: 'a' }), ...talk.slice(1)] }],
      ['function-response-name', { contents: [...talk.slice(0, 2), said('user', answer(''))] }],
      [
        'function-response-name',
        { contents: [question, said('model', call('f', { id: '1' })), said('user', answer('1', { id: '1' }))] },
      ],
      ['part-member-single', { contents: [said('user', { thought: true })] }],
      ['part-member-single', { contents: [question, said('model', { text: 'a', ...call('f') })] }],
      [
        'data-base64',
        { contents: [said('user', { inlineData: { mimeType: 'image/png', data: 'data:image/png;base64,AA==' } })] },
      ],
      [
        'arguments-and-results-object',
        { contents: [...talk.slice(0, 2), said('user', answer('f', { response: 'x' }))] },
      ],
      ['vertex-text-not-empty', { contents: [said('user', { text: '' })] }, true],
    ])('%s: %j', (rule, body, vertex = false) => {
      expect(broken(body, { vertex })).toContain(rule);
    });
  });

  describe('signatures', () => {
    const signed = { ...call('f'), thoughtSignature: 'c2ln+/4=' };
    const came = response([{ text: 'a' }, signed, call('f', { args: { second: true } })]);
    const goesBack = (...parts: object[]) => ({
      contents: [question, said('model', ...parts), said('user', answer('f'))],
    });

    it.each<[string, object, number]>([
      ['as it came', goesBack(signed), 0],
      ['in the other alphabet, without padding', goesBack({ ...signed, thoughtSignature: 'c2ln-_4' }), 0],
      ['lost', goesBack(call('f')), 1],
      ['on the part before it', goesBack({ text: 'a', thoughtSignature: 'c2ln+/4=' }, call('f')), 1],
      ['another', goesBack({ ...signed, thoughtSignature: 'b3RoZXI=' }), 1],
      [
        'lost, and the turn is over',
        { contents: [...goesBack(call('f')).contents, said('model', { text: 'b' }), question] },
        0,
      ],
      ['a call that came without', goesBack(call('f', { args: { second: true } })), 0],
    ])('%s', (_, body, breaches) => {
      const found = broken(body, { earlier: [came] }).filter((id) => id === 'call-signature-required');
      expect(found).toHaveLength(breaches);
    });

    it('are known from streams', () => {
      const exchange = asked(jsonExchange({}), goesBack(call('f')));
      const rule = reader.rules?.find(({ id }) => id === 'call-signature-required');
      const outcome = rule?.judge({
        exchange,
        body: requestBodyOf(exchange),
        earlier: [streamExchange(response([signed]))],
      });
      expect(outcome?.breaches).toHaveLength(1);
    });
  });
});
