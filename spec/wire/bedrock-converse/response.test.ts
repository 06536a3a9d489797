import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { answer, exampleRequest, jsonExchange } from './example-exchange.ts';
import { readResponses } from './reader.ts';

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
        toolUse: { toolUseId: 't1', name: 'nova_code_interpreter', input: { snippet: '2+2' }, type: 'server_tool_use' },
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
    expect(readResponses([jsonExchange({ output: {} })]).unread).toMatchObject([{ what: 'answer without a message' }]);
  });
});
