import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { Json } from '../../../lib/canonical-json.ts';
import { validatorFor } from '../../../lib/validator.ts';
import { bodyOf, bytesOf } from '../../../recordings/format/body.ts';
import { joinFrames } from '../../../recordings/format/event-stream.ts';
import { ChatMessage, ChatOptions } from '../../contract/index.ts';
import { exampleExchanges } from '../../wire/example-exchanges.ts';
import { readResponses } from './reader.ts';
import { readRequest } from './request-reader.ts';

const { exampleRequest, jsonExchange, frameExchange } = exampleExchanges(
  'converse',
  'https://bedrock-runtime.eu-north-1.amazonaws.com/model/amazon.nova-2-lite-v1%3A0/converse',
);

/** An answer with the members that every answer has. */
const answer = (content: unknown, more: object = {}) => ({
  output: { message: { role: 'assistant', content } },
  stopReason: 'end_turn',
  usage: { inputTokens: 10, outputTokens: 5, totalTokens: 15 },
  metrics: { latencyMs: 1 },
  ...more,
});

describe('an answer', () => {
  const read = (content: unknown, more: object = {}, request: object = {}) =>
    readResponses([{ ...jsonExchange(answer(content, more)), request: exampleRequest(request) }]);
  const factsOf = (...parameters: Parameters<typeof read>) => read(...parameters).facts.map(({ fact }) => fact);
  const at = (i: number) => `exchanges[0].response.body.output.message.content[${i}]`;

  describe('an answer', () => {
    it('is read block by block, its text as one', () => {
      const { facts, unread } = read(
        [
          { reasoningContent: { reasoningText: { text: 'hm', signature: 'sig' } } },
          { reasoningContent: { redactedContent: 'b3BhcXVl' } },
          { text: 'Checking' },
          { toolUse: { toolUseId: 't1', name: 'get_weather', input: { city: 'Oslo' }, type: 'tool_use' } },
          { text: '.' },
        ],
        { stopReason: 'tool_use' },
      );
      expect(facts).toEqual([
        { fact: { kind: 'reasoning', text: 'hm', protectedData: 'sig' }, path: at(0) },
        { fact: { kind: 'reasoning', text: '', protectedData: 'b3BhcXVl' }, path: at(1) },
        { fact: { kind: 'text', text: 'Checking.' }, path: at(2) },
        { fact: { kind: 'call', name: 'get_weather', arguments: { city: 'Oslo' }, id: 't1' }, path: at(3) },
        { fact: { kind: 'finish', reason: 'tool_calls' }, path: 'exchanges[0].response.body.stopReason' },
        { fact: { kind: 'usage', inputTokens: 10, outputTokens: 5 }, path: 'exchanges[0].response.body.usage' },
      ]);
      expect(unread).toEqual([]);
    });

    it('tells what hosted tools were asked and gave; of a failure all of it', () => {
      const content = [{ json: { stdOut: '4', exitCode: 0 } }, { image: { format: 'png', source: { bytes: 'AAEC' } } }];
      const failed = { toolUseId: 't2', type: 'new_tool_result', status: 'error', content: [{ text: 'gone' }] };
      const facts = factsOf([
        {
          toolUse: {
            toolUseId: 't1',
            name: 'nova_code_interpreter',
            input: { snippet: '2+2' },
            type: 'server_tool_use',
          },
        },
        { toolResult: { toolUseId: 't1', type: 'nova_code_interpreter_result', status: 'success', content } },
        { toolResult: failed },
      ]);
      const sha256 = createHash('sha256')
        .update(Buffer.from([0, 1, 2]))
        .digest('hex');
      expect(facts.slice(0, 4)).toEqual([
        { kind: 'hosted-call', tool: 'nova_code_interpreter', arguments: { snippet: '2+2' }, id: 't1' },
        { kind: 'hosted-result', tool: 'nova_code_interpreter', payload: content, id: 't1' },
        { kind: 'data', mediaType: 'image/png', sha256 },
        { kind: 'hosted-result', tool: 'new_tool', payload: failed, id: 't2', failed: true },
      ]);
    });

    it('cites pages, search results and documents; without words of its own a citation has no span', () => {
      const page = { title: 'Peaks', location: { web: { url: 'https://a.example/', domain: 'a.example' } } };
      const facts = factsOf([
        { text: 'High. ' },
        { citationsContent: { citations: [page] } },
        {
          citationsContent: {
            content: [{ text: 'Very' }, { text: ' high.' }],
            citations: [{ source: 's3://b/k' }, { title: 'Doc' }],
          },
        },
      ]);
      expect(facts.slice(0, 4)).toEqual([
        { kind: 'text', text: 'High. Very high.' },
        { kind: 'citation', target: 'https://a.example/', title: 'Peaks', state: { location: page.location } },
        { kind: 'citation', target: 's3://b/k', span: 'Very high.' },
        { kind: 'citation', target: 'Doc', title: 'Doc', span: 'Very high.' },
      ]);
    });

    it('asks for actions where the request declares a tool of Claude, and not because of a name', () => {
      const uses = [
        { toolUse: { toolUseId: 'a', name: 'computer', input: { action: 'left_click', coordinate: [1, 2] } } },
        { toolUse: { toolUseId: 'b', name: 'bash', input: { restart: true } } },
        { toolUse: { toolUseId: 'c', name: 'bash', input: { command: 'ls' } } },
        { toolUse: { toolUseId: 'd', name: 'edit', input: { command: 'view', path: '/a' } } },
        { toolUse: { toolUseId: 'e', name: 'computer', input: { nothing: 1 } } },
      ];
      const tools = [
        { type: 'computer_20250124', name: 'computer' },
        { type: 'bash_20250124', name: 'bash' },
        { type: 'text_editor_20250728', name: 'edit' },
      ];
      expect(factsOf(uses, {}, { additionalModelRequestFields: { tools } }).slice(0, 5)).toEqual([
        { kind: 'action-call', tool: 'computer-use', actions: [{ type: 'left_click', coordinate: [1, 2] }], id: 'a' },
        { kind: 'action-call', tool: 'shell', actions: [{ type: 'restart' }], id: 'b' },
        { kind: 'action-call', tool: 'shell', actions: [{ type: 'exec', command: 'ls' }], id: 'c' },
        { kind: 'action-call', tool: 'text-editor', actions: [{ type: 'view', path: '/a' }], id: 'd' },
        { kind: 'call', name: 'computer', arguments: { nothing: 1 }, id: 'e' },
      ]);
      expect(
        factsOf(uses)
          .slice(0, 5)
          .map(({ kind }) => kind),
      ).toEqual(Array(5).fill('call'));
    });

    it('asks for actions where a function copies a tool of Claude by name and input, without a description', () => {
      const schema = { properties: { restart: { type: 'boolean' } } };
      const kindBy = (toolSpec: object) =>
        factsOf(
          [{ toolUse: { toolUseId: 'a', name: 'bash', input: { command: 'ls' } } }],
          {},
          { toolConfig: { tools: [{ toolSpec }] } },
        )[0]?.kind;
      expect(kindBy({ name: 'bash', inputSchema: { json: schema } })).toBe('action-call');
      expect(kindBy({ name: 'bash', description: 'of the caller', inputSchema: { json: schema } })).toBe('call');
      expect(kindBy({ name: 'bash', inputSchema: { json: { properties: { command: {} } } } })).toBe('call');
    });

    it.each([
      ['end_turn', 'stop'],
      ['stop_sequence', 'stop'],
      ['max_tokens', 'length'],
      ['model_context_window_exceeded', 'length'],
      ['guardrail_intervened', 'content_filter'],
      ['content_filtered', 'content_filter'],
      ['malformed_tool_use', 'malformed_tool_use'],
    ])('ends for the reason %s', (stopReason, reason) => {
      expect(factsOf([], { stopReason })[0]).toEqual({ kind: 'finish', reason });
    });

    it('costs all input, cached or not', () => {
      const usage = { inputTokens: 2, cacheReadInputTokens: 1322, cacheWriteInputTokens: 7, outputTokens: 5 };
      expect(factsOf([], { usage }).at(-1)).toEqual({
        kind: 'usage',
        inputTokens: 1331,
        cachedInputTokens: 1322,
        outputTokens: 5,
      });
    });

    it('lists what there is no word for; a block that is not known arrives whole all the same', () => {
      const { facts, unread } = read(
        [
          { hologram: { depth: 3 } },
          { text: 'a', other: 1 },
          { toolUse: { toolUseId: 't', name: 'f', input: {}, caller: 'x' } },
        ],
        { trace: { guardrail: {} }, serviceTier: { type: 'default' } },
      );
      expect(facts[0]?.fact).toEqual({ kind: 'hosted-result', tool: 'hologram', payload: { depth: 3 } });
      expect(unread).toEqual([
        { path: at(0), what: 'hologram' },
        { path: at(1), what: 'content block with the members text, other' },
        { path: `${at(2)}.toolUse.caller`, what: 'toolUse.caller' },
        { path: 'exchanges[0].response.body.trace', what: 'trace' },
      ]);
    });

    it('may be an error, or nothing at all', () => {
      const refused = jsonExchange({ message: 'no' }, 400);
      const named = {
        ...refused,
        response: { ...refused.response, headers: [['x-amzn-errortype', 'ValidationException']] as const },
      };
      expect(readResponses([named]).facts).toEqual([
        {
          fact: { kind: 'error', status: 400, code: 'ValidationException', message: 'no', retryable: false },
          path: 'exchanges[0].response.body',
        },
      ]);
      expect(readResponses([jsonExchange('<html>', 502)])).toMatchObject({
        facts: [{ fact: { status: 502 } }],
        unread: [{}],
      });
      expect(readResponses([jsonExchange({ output: {} })]).unread).toMatchObject([
        { what: 'answer without a message' },
      ]);
    });
  });
});

describe('a stream', () => {
  type Event = readonly [type: string, payload: Json];
  const start = (index: number, what: Json): Event => [
    'contentBlockStart',
    { contentBlockIndex: index, start: what, p: 'abc' },
  ];
  const delta = (index: number, what: Json): Event => ['contentBlockDelta', { contentBlockIndex: index, delta: what }];
  const stop = (index: number): Event => ['contentBlockStop', { contentBlockIndex: index }];
  const usage = { inputTokens: 10, outputTokens: 5, totalTokens: 15 };
  const begin: Event = ['messageStart', { role: 'assistant' }];
  const end: Event[] = [
    ['messageStop', { stopReason: 'end_turn' }],
    ['metadata', { usage, metrics: { latencyMs: 1 } }],
  ];
  const read = (...events: Event[]) => readResponses([frameExchange(...events)]);
  const at = (frames: string) => `exchanges[0].response.frames[${frames}]`;

  describe('a stream', () => {
    it('says what the whole answer says, wherever it is cut', () => {
      const page = { title: 'T', location: { web: { url: 'https://a.example/' } } };
      const streamed = read(
        begin,
        delta(0, { reasoningContent: { text: 'It is ' } }),
        delta(0, { reasoningContent: { text: 'cold.' } }),
        delta(0, { reasoningContent: { signature: 'sig' } }),
        stop(0),
        delta(1, { reasoningContent: { redactedContent: 'AAE=' } }),
        delta(1, { reasoningContent: { redactedContent: 'Ag==' } }),
        stop(1),
        delta(2, { text: 'Troms' }),
        delta(2, { text: 'ø' }),
        delta(2, { citation: page }),
        stop(2),
        start(3, { toolUse: { toolUseId: 'a', name: 'run', type: 'server_tool_use' } }),
        start(4, { toolUse: { toolUseId: 'b', name: 'f' } }),
        delta(4, { toolUse: { input: '{"n"' } }),
        delta(3, { toolUse: { input: '{"s":"x"}' } }),
        delta(4, { toolUse: { input: ':1}' } }),
        stop(3),
        stop(4),
        start(5, { toolResult: { toolUseId: 'a', type: 'run_result', status: 'success' } }),
        delta(5, { toolResult: [{ json: { out: 1 } }] }),
        delta(5, { toolResult: [{ text: 'more' }] }),
        stop(5),
        start(6, { image: { format: 'png' } }),
        delta(6, { image: { source: { bytes: 'AAE=' } } }),
        delta(6, { image: { source: { bytes: 'Ag==' } } }),
        stop(6),
        ...end,
      );
      const whole = readResponses([
        jsonExchange(
          answer([
            { reasoningContent: { reasoningText: { text: 'It is cold.', signature: 'sig' } } },
            { reasoningContent: { redactedContent: 'AAEC' } },
            { citationsContent: { content: [{ text: 'Tromsø' }], citations: [page] } },
            { toolUse: { toolUseId: 'a', name: 'run', type: 'server_tool_use', input: { s: 'x' } } },
            { toolUse: { toolUseId: 'b', name: 'f', input: { n: 1 } } },
            {
              toolResult: {
                toolUseId: 'a',
                type: 'run_result',
                status: 'success',
                content: [{ json: { out: 1 } }, { text: 'more' }],
              },
            },
            { image: { format: 'png', source: { bytes: 'AAEC' } } },
          ]),
        ),
      ]);
      expect(streamed.facts.map(({ fact }) => fact)).toEqual(whole.facts.map(({ fact }) => fact));
      expect(streamed.unread).toEqual([]);
      expect(streamed.facts.map(({ path }) => path).slice(0, 6)).toEqual(
        ['1..4', '5..7', '8..11', '10', '12..17', '13..18'].map(at),
      );
    });

    it('has calls without a piece of input, and such whose input never becomes JSON', () => {
      const { facts } = read(
        begin,
        start(0, { toolUse: { toolUseId: 'a', name: 'f' } }),
        stop(0),
        start(1, { toolUse: { toolUseId: 'b', name: 'g' } }),
        delta(1, { toolUse: { input: '{"city":"Os' } }),
        stop(1),
        ...end,
      );
      expect(facts.slice(0, 2).map(({ fact }) => fact)).toEqual([
        { kind: 'call', name: 'f', arguments: {}, id: 'a' },
        { kind: 'call', name: 'g', arguments: '{"city":"Os', id: 'b' },
      ]);
    });

    it('may end in an exception, after what it had said', () => {
      const exchange = frameExchange(begin, delta(0, { text: 'a' }));
      const frame = {
        headers: [
          [':exception-type', 'throttlingException'],
          [':message-type', 'exception'],
        ] as const,
        payload: Buffer.from('{"message":"slow"}'),
      };
      const body = bodyOf(Buffer.concat([bytesOf(exchange.response.body), joinFrames([frame])]));
      const { facts, unread } = readResponses([{ ...exchange, response: { ...exchange.response, body } }]);
      expect(facts).toEqual([
        { fact: { kind: 'text', text: 'a' }, path: at('1') },
        { fact: { kind: 'error', code: 'ThrottlingException', message: 'slow', retryable: true }, path: at('2') },
      ]);
      expect(unread).toEqual([]);
    });

    it('lists what there is no word for, and that it is torn', () => {
      const { unread } = read(
        begin,
        delta(0, { audio: { bytes: '' } }),
        stop(7),
        ['heartbeat', {}],
        ['contentBlockDelta', 'text'],
        ['metadata', { usage, trace: { guardrail: {} } }],
      );
      expect(unread).toEqual([
        { path: at('1'), what: 'contentBlockDelta.audio' },
        { path: at('2'), what: 'contentBlockStop' },
        { path: at('3'), what: 'heartbeat' },
        { path: at('4'), what: 'event that is not a JSON object (contentBlockDelta)' },
        { path: `${at('5')}.trace`, what: 'trace' },
        { path: 'exchanges[0].response.frames', what: 'stream that ends before messageStop' },
      ]);
      const exchange = frameExchange(begin, ...end);
      const body = bodyOf(bytesOf(exchange.response.body).subarray(0, -1));
      expect(readResponses([{ ...exchange, response: { ...exchange.response, body } }]).unread).toMatchObject([
        { what: expect.stringMatching(/^cut off/) },
      ]);
    });
  });
});

describe('a request', () => {
  const read = (body: object) => readRequest(exampleRequest(body));
  const toolConfig = { tools: [{ toolSpec: { name: 'f', inputSchema: { json: { type: 'object' } } } }] };
  const contents = (role: string, ...blocks: object[]) =>
    read({ messages: [{ role, content: blocks }], toolConfig }).messages.flatMap((m) => m.contents);
  const options = (body: object) => {
    const { modelId: _, ...rest } = read(body).options;
    expect(validatorFor(ChatOptions)(rest)).toBe(true);
    return rest;
  };
  const use = (toolUseId: string, name: string, input: object, type?: string) => ({
    toolUse: { toolUseId, name, input, ...(type ? { type } : {}) },
  });
  const result = (toolUseId: string, content: object[], status?: string) => ({
    toolResult: { toolUseId, content, ...(status ? { status } : {}) },
  });

  describe('the messages of a request', () => {
    it('are read in order, tool results as messages of their own role', () => {
      const { messages, paths, unread } = read({
        toolConfig,
        messages: [
          { role: 'user', content: [{ text: 'Weather?' }] },
          {
            role: 'assistant',
            content: [{ text: 'Checking.' }, use('t1', 'get_weather', { city: 'Oslo' }, 'tool_use')],
          },
          {
            role: 'user',
            content: [
              result('t1', [{ json: { t: 4 } }], 'success'),
              result('t2', [{ text: 'station ' }, { text: 'offline' }], 'error'),
              { text: 'And?' },
            ],
          },
        ],
      });
      expect(messages).toEqual([
        { role: 'user', contents: [{ type: 'text', text: 'Weather?' }] },
        {
          role: 'assistant',
          contents: [
            { type: 'text', text: 'Checking.' },
            { type: 'function-call', callId: 't1', name: 'get_weather', arguments: { city: 'Oslo' } },
          ],
        },
        {
          role: 'tool',
          contents: [
            { type: 'function-result', callId: 't1', result: { t: 4 } },
            { type: 'function-result', callId: 't2', error: 'station offline' },
          ],
        },
        { role: 'user', contents: [{ type: 'text', text: 'And?' }] },
      ]);
      expect(unread).toEqual([]);
      expect(paths.get(messages[2]?.contents[1] ?? {})).toBe('request.body.messages[2].content[1]');
      for (const message of messages) expect(validatorFor(ChatMessage)(message)).toBe(true);
    });

    it('tell actions and what came of them by the tools that are declared', () => {
      const additionalModelRequestFields = {
        tools: [
          { type: 'computer_20250124', name: 'computer', display_width_px: 10, display_height_px: 20 },
          { type: 'bash_20250124', name: 'bash' },
        ],
        anthropic_beta: ['computer-use-2025-01-24'],
      };
      const image = { image: { format: 'png', source: { bytes: 'AAEC' } } };
      const { messages, options: asked } = read({
        additionalModelRequestFields,
        toolConfig: { tools: [{ toolSpec: { name: 'stands_in', inputSchema: { json: { type: 'object' } } } }] },
        messages: [
          {
            role: 'assistant',
            content: [use('a', 'computer', { action: 'wait', duration: 1 }), use('b', 'bash', { command: 'ls' })],
          },
          {
            role: 'user',
            content: [result('a', [image]), result('b', [{ text: 'no\n' }, { text: 'exit code: 2' }], 'error')],
          },
          { role: 'assistant', content: [use('c', 'bash', { restart: true })] },
          { role: 'user', content: [result('c', [{ text: 'hangs' }], 'error')] },
        ],
      });
      expect(messages.flatMap((m) => m.contents).map(({ rawRepresentation: _, ...content }) => content)).toEqual([
        { type: 'action-call', callId: 'a', tool: 'computer-use', actions: [{ type: 'wait', duration: 1 }] },
        { type: 'action-call', callId: 'b', tool: 'shell', actions: [{ type: 'exec', command: 'ls' }] },
        {
          type: 'action-result',
          callId: 'a',
          tool: 'computer-use',
          outputs: [{ type: 'data', data: 'AAEC', mediaType: 'image/png' }],
        },
        { type: 'action-result', callId: 'b', tool: 'shell', outputs: [{ type: 'text', text: 'no\n' }], exitCode: 2 },
        { type: 'action-call', callId: 'c', tool: 'shell', actions: [{ type: 'restart' }] },
        { type: 'action-result', callId: 'c', tool: 'shell', outputs: [{ type: 'error', message: 'hangs' }] },
      ]);
      expect(asked).toEqual({
        modelId: 'amazon.nova-2-lite-v1:0',
        tools: [{ type: 'computer-use', displayWidth: 10, displayHeight: 20 }, { type: 'shell' }],
      });
    });

    it('keep what the contract has no member for in the block itself', () => {
      const hosted = [
        use('s', 'nova_grounding', { query: 'q' }, 'server_tool_use'),
        { toolResult: { toolUseId: 's', type: 'nova_grounding_result', content: [{ text: '[HIDDEN]' }] } },
        { citationsContent: { content: [{ text: 'cited' }], citations: [{}] } },
        { reasoningContent: { reasoningText: { text: 'hm', signature: 'sig' } } },
      ];
      expect(contents('assistant', ...hosted)).toMatchObject([
        { type: 'hosted-tool-call', name: 'nova_grounding', arguments: { query: 'q' }, rawRepresentation: hosted[0] },
        { type: 'hosted-tool-result', callId: 's', tool: 'nova_grounding', rawRepresentation: hosted[1] },
        { type: 'text', text: 'cited', rawRepresentation: hosted[2] },
        { type: 'reasoning', text: 'hm', protectedData: 'sig', rawRepresentation: hosted[3] },
      ]);
    });

    it.each([
      [
        { image: { format: 'webp', source: { bytes: 'AA==' } } },
        { type: 'data', data: 'AA==', mediaType: 'image/webp' },
      ],
      [
        { document: { format: 'txt', name: 'a', source: { text: 'hi' } } },
        { type: 'data', data: 'aGk=', mediaType: 'text/plain', name: 'a' },
      ],
      [
        { video: { format: 'mov', source: { s3Location: { uri: 's3://b/k' } } } },
        { type: 'uri', uri: 's3://b/k', mediaType: 'video/quicktime' },
      ],
      [
        { audio: { format: 'mp3', source: { bytes: 'AA==' } } },
        { type: 'data', data: 'AA==', mediaType: 'audio/mpeg' },
      ],
    ])('read %j', (block, content) => {
      expect(contents('user', block)).toEqual([content]);
    });

    it('list what is no content', () => {
      const { unread } = read({
        messages: [{ role: 'user', content: [{ cachePoint: { type: 'default' } }, {}], x: 1 }, { role: 'x' }],
      });
      expect(unread.map(({ what }) => what)).toEqual([
        'message.x',
        'cachePoint',
        'content block without a member',
        'message of role x',
      ]);
    });
  });

  describe('the options of a request', () => {
    it('are said by its members; the rest is the patch that would say it again', () => {
      expect(
        options({
          system: [{ text: 'Be brief.' }],
          inferenceConfig: { maxTokens: 5, temperature: 0.5, stopSequences: ['x'], topP: 0.1 },
          outputConfig: { effort: 'high', textFormat: { type: 'json_schema' } },
          additionalModelRequestFields: { thinking: { type: 'enabled', budget_tokens: 9 }, top_k: 1 },
          requestMetadata: { a: 'b' },
        }),
      ).toEqual({
        instructions: 'Be brief.',
        maxOutputTokens: 5,
        temperature: 0.5,
        stopSequences: ['x'],
        reasoning: { effort: 'high', budgetTokens: 9 },
        rawRepresentation: {
          inferenceConfig: { topP: 0.1 },
          outputConfig: { textFormat: { type: 'json_schema' } },
          additionalModelRequestFields: { top_k: 1 },
          requestMetadata: { a: 'b' },
        },
      });
      const reasoningConfig = { type: 'enabled', maxReasoningEffort: 'low', summary: true };
      expect(options({ additionalModelRequestFields: { reasoningConfig } })).toEqual({
        reasoning: { effort: 'low' },
        rawRepresentation: { additionalModelRequestFields: { reasoningConfig: { summary: true } } },
      });
      expect(options({ system: [] })).toEqual({});
      const system = [{ text: 'a' }, { cachePoint: { type: 'default' } }, { text: 'b' }];
      expect(options({ system })).toEqual({ instructions: 'a\n\nb', rawRepresentation: { system } });
    });

    it('declare tools: functions, system tools, and others raw', () => {
      const json = { type: 'object', properties: { city: { type: 'string' } } };
      const point = { cachePoint: { type: 'default' } };
      const other = { systemTool: { name: 'nova_next' } };
      const tools = [
        { toolSpec: { name: 'f', description: 'd', inputSchema: { json }, strict: true } },
        { systemTool: { name: 'nova_grounding' } },
        { systemTool: { name: 'nova_code_interpreter' } },
        other,
        point,
      ];
      expect(options({ toolConfig: { tools, toolChoice: { tool: { name: 'f' } } } })).toEqual({
        tools: [
          { type: 'function', name: 'f', description: 'd', parameters: json, strict: true },
          { type: 'web-search' },
          { type: 'code-interpreter' },
          { type: 'raw', providerApi: 'bedrock-converse', declaration: other },
          { type: 'raw', providerApi: 'bedrock-converse', declaration: point },
        ],
        toolMode: { type: 'required', functionName: 'f' },
      });
      expect(options({ toolConfig: { tools: [], toolChoice: { any: {} } } })).toEqual({
        toolMode: { type: 'required' },
      });
      expect(options({ toolConfig: { toolChoice: { never: {} } } })).toEqual({
        rawRepresentation: { toolConfig: { toolChoice: { never: {} } } },
      });
    });

    it('do not take for a tool what stands in for one, nor a tool for what stands in', () => {
      const tool = (name: string, more = {}) => ({
        toolSpec: { name, inputSchema: { json: { type: 'object' } }, ...more },
      });
      const asked = (...tools: object[]) => {
        const messages = [{ role: 'assistant', content: [use('t', 'f', {})] }];
        return options({ messages, toolConfig: { tools } }).tools?.length ?? 0;
      };
      expect(asked(tool('nobody'))).toBe(0);
      expect([asked(tool('f')), asked(tool('nobody', { description: 'd' })), asked(tool('nobody'), tool('f'))]).toEqual(
        [1, 1, 2],
      );
      expect(options({ toolConfig: { tools: [tool('nobody')] } }).tools).toHaveLength(1);
    });

    it('do not declare a computer without its beta', () => {
      const computer = { type: 'computer_20250124', name: 'computer', display_width_px: 1, display_height_px: 1 };
      expect(options({ additionalModelRequestFields: { tools: [computer] } }).tools).toBeUndefined();
    });

    it('keep tools of Claude that the contract cannot say as they are', () => {
      const fields = {
        tools: [{ type: 'bash_20250124', name: 'bash' }, { type: 'advisor_20260301' }],
        anthropic_beta: ['x'],
      };
      expect(options({ additionalModelRequestFields: fields })).toEqual({
        rawRepresentation: { additionalModelRequestFields: fields },
      });
    });
  });
});
