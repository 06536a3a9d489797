import { describe, expect, it } from 'vitest';
import type { Exchange } from '../../../../recordings/format/exchange.ts';
import { dataFact } from '../../../facts/data-facts.ts';
import { saidIn } from '../../../facts/describe.ts';
import { callItem, jsonExchange, messageItem, responseOf } from './example-exchange.ts';
import * as response from './reader.ts';

const readResponses = (exchanges: readonly Exchange[]) => saidIn(response.readResponses(exchanges));
const read = (output: unknown, more?: object) => readResponses([jsonExchange(responseOf(output, more))]);
const facts = (output: unknown, more?: object) => read(output, more).facts.map(({ fact }) => fact);
const at = 'exchanges[0].response.body';

describe('a response as JSON', () => {
  it('says its text and its calls, where they stand, why it ended and what it cost', () => {
    expect(read([messageItem('Checking.'), callItem('{"city":"Oslo"}')])).toEqual({
      facts: [
        { fact: { kind: 'text', text: 'Checking.' }, path: `${at}.output[0]` },
        {
          fact: { kind: 'call', name: 'get_weather', arguments: { city: 'Oslo' }, id: 'call_of_fc_1' },
          path: `${at}.output[1]`,
        },
        { fact: { kind: 'finish', reason: 'tool_calls' }, path: `${at}.status` },
        { fact: { kind: 'usage', inputTokens: 10, outputTokens: 5 }, path: `${at}.usage` },
      ],
      unread: [],
    });
  });

  it('has one text per message item, its parts joined', () => {
    const parts = ['a', 'b'].map((text) => ({ type: 'output_text', text, annotations: [] }));
    const texts = facts([{ ...messageItem(''), content: parts }, messageItem('c'), messageItem('')]);
    expect(texts.slice(0, 3).map((fact) => (fact.kind === 'text' ? fact.text : fact.kind))).toEqual([
      'ab',
      'c',
      'finish',
    ]);
  });

  it('has arguments as text where they are no JSON, and none where there are none', () => {
    const of = (args: string) => facts([callItem(args)])[0];
    expect(of('{"city":"Os')).toMatchObject({ arguments: '{"city":"Os' });
    expect(of('')).toMatchObject({ arguments: {} });
  });

  it('says reasoning: the summary’s parts as one, the thought itself where there is no summary, and what is sealed', () => {
    const reasoning = (more: object) => ({ type: 'reasoning', id: 'rs_1', summary: [], ...more });
    const summary = ['It is ', 'cold.'].map((text) => ({ type: 'summary_text', text }));
    const content = [{ type: 'reasoning_text', text: 'Brr.' }];
    const reading = read([
      reasoning({ summary, encrypted_content: 'sealed' }),
      reasoning({ content }),
      reasoning({ encrypted_content: null }),
      reasoning({ summary, content }),
    ]);
    expect(reading.facts.slice(0, 3).map(({ fact }) => fact)).toEqual([
      { kind: 'reasoning', text: 'It is cold.', protectedData: 'sealed' },
      { kind: 'reasoning', text: 'Brr.' },
      { kind: 'reasoning', text: 'It is cold.' },
    ]);
    expect(reading.unread).toEqual([{ path: `${at}.output[3].content`, what: 'reasoning.content beside a summary' }]);
  });

  it.each<[string, object, string | undefined]>([
    ['is completed', {}, 'stop'],
    ['ran out of tokens', { status: 'incomplete', incomplete_details: { reason: 'max_output_tokens' } }, 'length'],
    ['was filtered', { status: 'incomplete', incomplete_details: { reason: 'content_filter' } }, 'content_filter'],
    ['stopped for a new reason', { status: 'incomplete', incomplete_details: { reason: 'steered' } }, 'steered'],
    ['stopped for none', { status: 'incomplete' }, 'incomplete'],
    ['was cancelled', { status: 'cancelled' }, 'cancelled'],
    ['is not over', { status: 'in_progress' }, undefined],
    ['failed', { status: 'failed', error: { code: 'server_error', message: 'x' } }, undefined],
  ])('that %s', (_, more, reason) => {
    const finish = facts([], more).find(({ kind }) => kind === 'finish');
    expect(finish).toEqual(reason === undefined ? undefined : { kind: 'finish', reason });
  });

  it('says why it failed, in its body and in place of it', () => {
    const failed = read([], { status: 'failed', error: { code: 'server_error', message: 'Try again.' } });
    expect(failed.facts.at(-1)).toEqual({
      fact: { kind: 'error', code: 'server_error', message: 'Try again.', retryable: true },
      path: `${at}.error`,
    });
    const refused = (error: unknown) => readResponses([jsonExchange({ error }, 429)]).facts.map(({ fact }) => fact);
    const message = 'Slow down.';
    expect(refused({ message, type: 'rate_limit_error', code: 'rate_limit_exceeded' })).toEqual([
      { kind: 'error', status: 429, code: 'rate_limit_exceeded', message },
    ]);
    expect(refused({ message, type: 'rate_limit_error', code: null })).toEqual([
      { kind: 'error', status: 429, code: 'rate_limit_error', message },
    ]);
    expect(readResponses([jsonExchange('Bad gateway', 502)])).toEqual({
      facts: [{ fact: { kind: 'error', status: 502, message: '' }, path: at }],
      unread: [{ path: at, what: 'body that is not a JSON object' }],
    });
  });

  it('lists what it has no word for, and no more than that', () => {
    const content = [
      { type: 'output_text', text: 'a', annotations: [], logprobs: [{ token: 'a' }] },
      { type: 'refusal', refusal: 'No.' },
      { no: 'type' },
    ];
    const { unread } = read(
      [
        { ...messageItem(''), content, phase: 'commentary' },
        { ...callItem('{}'), namespace: 'crm', caller: { type: 'program' } },
        { ...callItem('{}'), caller: { type: 'direct' } },
        { type: 'mcp_approval_request', server_label: 's' },
        'no object',
      ],
      { billing: { payer: 'developer' }, instructions: 'repeated', tools: [], metadata: {} },
    );
    expect(unread).toEqual([
      { path: `${at}.billing`, what: 'response.billing' },
      { path: `${at}.output[0].phase`, what: 'message.phase' },
      { path: `${at}.output[0].content[0].logprobs`, what: 'output_text.logprobs' },
      { path: `${at}.output[0].content[2]`, what: 'content part without a type' },
      { path: `${at}.output[1].namespace`, what: 'function_call.namespace' },
      { path: `${at}.output[1].caller`, what: 'function_call.caller' },
      { path: `${at}.output[3]`, what: 'mcp_approval_request' },
      { path: `${at}.output[4]`, what: 'item without a type' },
    ]);
    expect(readResponses([jsonExchange({ id: 'resp_1' })]).unread).toEqual([
      { path: at, what: 'response without output' },
    ]);
  });
});

describe('citations', () => {
  const cited = (text: string, ...annotations: unknown[]) =>
    facts([messageItem(text, annotations)]).filter(({ kind }) => kind === 'citation');
  const url = (start_index: number, end_index: number) => ({
    type: 'url_citation',
    url: 'https://a.example/',
    title: 'A',
    start_index,
    end_index,
  });

  it('name the page, and the words by code points, the end exclusive', () => {
    const span = 'It rains.';
    const fact = { kind: 'citation', target: 'https://a.example/', title: 'A', span };
    expect(cited(`So: ${span} Bye.`, url(4, 13))).toEqual([fact]);
    expect(cited(`Æ «${span}» Bye.`, url(3, 12))).toEqual([fact]);
    expect(cited(`🌦🌦 ${span} 🌦`, url(3, 12))).toEqual([fact]);
    expect(cited('🌦', url(0, 1))).toEqual([{ ...fact, span: '🌦' }]);
  });

  it('name a file, with words only where the wire has them', () => {
    const target = 'file_1';
    expect(
      cited(
        'See the chart.',
        { type: 'file_citation', file_id: target, filename: 'a.pdf', index: 3 },
        { type: 'file_path', file_id: target, index: 3 },
        { type: 'container_file_citation', container_id: 'c', file_id: target, start_index: 8, end_index: 13 },
        { type: 'container_file_citation', container_id: 'c', file_id: target, start_index: 0, end_index: 0 },
        { type: 'container_file_citation', container_id: 'c', file_id: target },
      ),
    ).toEqual([
      { kind: 'citation', target, title: 'a.pdf' },
      { kind: 'citation', target },
      { kind: 'citation', target, span: 'chart' },
      { kind: 'citation', target },
      { kind: 'citation', target },
    ]);
  });

  it('are listed where they are of an unknown kind', () => {
    const { facts: located, unread } = read([messageItem('a', [url(0, 1), { type: 'map' }, 'none'])]);
    expect(located[1]?.path).toBe(`${at}.output[0].content[0].annotations[0]`);
    expect(unread).toEqual([
      { path: `${at}.output[0].content[0].annotations[1]`, what: 'annotation map' },
      { path: `${at}.output[0].content[0].annotations[2]`, what: 'annotation without a type' },
    ]);
  });
});

describe('items of hosted tools', () => {
  const png = Buffer.from('png').toString('base64');
  it.each<[string, object, { asked?: unknown; gave?: unknown; tool: string; id?: string }]>([
    [
      'a search',
      { type: 'web_search_call', id: 'ws', status: 'completed', action: { type: 'search', queries: ['q'] } },
      { tool: 'web_search', id: 'ws', asked: { type: 'search', queries: ['q'] } },
    ],
    [
      'a search with its sources',
      { type: 'web_search_call', id: 'ws', action: { type: 'search', sources: [{ url: 'https://a.example/' }] } },
      {
        tool: 'web_search',
        id: 'ws',
        asked: { type: 'search', sources: [{ url: 'https://a.example/' }] },
        gave: [{ url: 'https://a.example/' }],
      },
    ],
    [
      'code',
      { type: 'code_interpreter_call', id: 'ci', code: '1', container_id: 'c', outputs: [{ type: 'logs', logs: '1' }] },
      {
        tool: 'code_interpreter',
        id: 'ci',
        asked: { code: '1', container_id: 'c' },
        gave: [{ type: 'logs', logs: '1' }],
      },
    ],
    [
      'code of which nothing is told',
      { type: 'code_interpreter_call', id: 'ci', code: '1', container_id: 'c', outputs: null },
      { tool: 'code_interpreter', id: 'ci', asked: { code: '1', container_id: 'c' } },
    ],
    [
      'a search in files that found nothing',
      { type: 'file_search_call', id: 'fs', queries: ['q'], results: [] },
      { tool: 'file_search', id: 'fs', asked: { queries: ['q'] }, gave: [] },
    ],
    [
      'a call to an MCP server',
      { type: 'mcp_call', id: 'mcp', server_label: 's', name: 'f', arguments: '{"a":1}', output: '2', error: null },
      { tool: 's/f', id: 'mcp', asked: { a: 1 }, gave: '2' },
    ],
    [
      'a failed call to an MCP server',
      { type: 'mcp_call', id: 'mcp', server_label: 's', name: 'f', arguments: 'no JSON', error: { code: 500 } },
      { tool: 's/f', id: 'mcp', asked: 'no JSON', gave: { code: 500 } },
    ],
    [
      'the tools of an MCP server',
      { type: 'mcp_list_tools', id: 'mcpl', server_label: 's', tools: [{ name: 'f' }], error: null },
      { tool: 's/mcp_list_tools', id: 'mcpl', asked: { server_label: 's' }, gave: [{ name: 'f' }] },
    ],
    [
      'what a shell gave',
      { type: 'shell_call_output', id: 'sho', call_id: 'call_e', max_output_length: 9, output: [{ stdout: 'x' }] },
      { tool: 'shell', id: 'call_e', gave: [{ stdout: 'x' }] },
    ],
    [
      'something new',
      { type: 'telepathy', id: 't', thought: 'x' },
      { tool: 'telepathy', id: 't', gave: { type: 'telepathy', id: 't', thought: 'x' } },
    ],
    [
      'several results at once, whole',
      { type: 'mcp_call', id: 'm', name: 'f', arguments: '{}', output: 'a', error: 'b' },
      {
        tool: 'f',
        id: 'm',
        asked: {},
        gave: { type: 'mcp_call', id: 'm', name: 'f', arguments: '{}', output: 'a', error: 'b' },
      },
    ],
  ])('%s', (_, item, { asked, gave, tool, id }) => {
    const reading = read([item]);
    expect(reading.unread).toEqual([]);
    const hosted = reading.facts.flatMap(({ fact }) => {
      if (fact.kind !== 'hosted-call' && fact.kind !== 'hosted-result') return [];
      const { of, ...said } = fact;
      if (said.kind === 'hosted-call') delete said.ofServer;
      else delete said.failed;
      return [said];
    });
    expect(hosted).toEqual([
      ...(asked === undefined ? [] : [{ kind: 'hosted-call', tool, id, arguments: asked }]),
      ...(gave === undefined ? [] : [{ kind: 'hosted-result', tool, id, payload: gave }]),
    ]);
  });

  it('say whose tool was called, what kind of tool has a name of its own, and that it failed', () => {
    const [call, result] = facts([
      { type: 'mcp_call', id: 'm', name: 'f', server_label: 's', arguments: '{}', error: 'gone' },
    ]);
    expect(call).toMatchObject({ tool: 's/f', ofServer: { name: 'f', server: 's' } });
    expect(result).toMatchObject({ failed: true });
    expect(facts([{ type: 'mcp_list_tools', id: 'l', server_label: 's', tools: [] }])[0]).toMatchObject({
      ofServer: { server: 's' },
    });
    expect(facts([{ type: 'azure_function_call', call_id: 'a', name: 'book', arguments: '{}' }])[0]).toMatchObject({
      tool: 'book',
      of: 'stateful-function',
    });
  });

  it('hold the image that was made, and those that code drew in the answer itself', () => {
    const images = facts([
      { type: 'image_generation_call', id: 'ig', result: png, output_format: 'webp', revised_prompt: 'a cat' },
      { type: 'image_generation_call', id: 'ig', result: png, output_format: 'svg' },
      {
        type: 'code_interpreter_call',
        id: 'ci',
        code: '',
        outputs: [
          { type: 'image', url: `data:image/png;base64,${png}` },
          { type: 'image', url: 'https://a.example/x.png' },
        ],
      },
    ]);
    expect(images.filter(({ kind }) => kind === 'data')).toEqual([
      dataFact('image/webp', png),
      dataFact('image/svg+xml', png),
      dataFact('image/png', png),
    ]);
    expect(images).toContainEqual({
      kind: 'hosted-call',
      tool: 'image_generation',
      id: 'ig',
      arguments: { output_format: 'webp', revised_prompt: 'a cat' },
    });
  });

  it('hold the files that a search found and did not quote', () => {
    const results = [{ file_id: 'f', filename: 'f.txt', text: 'quoted' }, { file_id: 'g' }, { filename: 'h' }, null];
    const found = facts([{ type: 'file_search_call', id: 'fs', queries: ['q'], results }]);
    expect(found.filter(({ kind }) => kind === 'file')).toEqual([{ kind: 'file', id: 'g' }]);
  });

  it('say what surrounds them where it says something', () => {
    const environment = { type: 'container_reference', container_id: 'cntr_1' };
    const { facts: located, unread } = read([{ type: 'shell_call', id: 's', call_id: 'c', action: {}, environment }]);
    expect(located[0]?.fact).toEqual({ kind: 'hosted-call', tool: 'shell', id: 'c', arguments: {} });
    expect(unread.map(({ what }) => what)).toEqual(['shell_call.environment']);
  });
});

describe('items by which the application is asked', () => {
  const exec = { commands: ['ls'], timeout_ms: null, max_output_length: 9 };
  it.each<[string, object, object]>([
    [
      'to act on a screen',
      { type: 'computer_call', call_id: 'c', actions: [{ type: 'wait' }, { type: 'screenshot' }] },
      { tool: 'computer-use', actions: [{ type: 'wait' }, { type: 'screenshot' }] },
    ],
    [
      'to act on a screen once, and to look twice',
      {
        type: 'computer_call',
        call_id: 'c',
        action: { type: 'wait' },
        pending_safety_checks: [{ id: 'x', code: null }],
      },
      { tool: 'computer-use', actions: [{ type: 'wait' }], safetyChecks: [{ id: 'x' }] },
    ],
    [
      'to run commands',
      { type: 'shell_call', call_id: 'c', action: exec, environment: { type: 'local' } },
      { tool: 'shell', actions: [{ type: 'exec', ...exec }] },
    ],
    [
      'to run a command',
      { type: 'local_shell_call', call_id: 'c', action: { type: 'exec', command: ['ls'], env: {} } },
      { tool: 'shell', actions: [{ type: 'exec', command: ['ls'], env: {} }] },
    ],
    [
      'to change a file',
      { type: 'apply_patch_call', call_id: 'c', operation: { type: 'delete_file', path: 'x' } },
      { tool: 'text-editor', actions: [{ type: 'delete_file', path: 'x' }] },
    ],
  ])('%s', (_, item, asked) => {
    expect(facts([{ id: 'item', status: 'completed', ...item }]).slice(0, 2)).toEqual([
      { kind: 'action-call', id: 'c', ...asked },
      { kind: 'finish', reason: 'tool_calls' },
    ]);
  });

  it('to run a custom tool, in free text', () => {
    const item = { type: 'custom_tool_call', id: 'ctc', call_id: 'call_s', name: 'sql', input: '{"a":1}' };
    expect(facts([item]).slice(0, 2)).toEqual([
      { kind: 'call', name: 'sql', arguments: '{"a":1}', id: 'call_s' },
      { kind: 'finish', reason: 'tool_calls' },
    ]);
  });

  it('for leave', () => {
    const item = { type: 'mcp_approval_request', id: 'r', server_label: 's', name: 'f', arguments: '{"a":1}' };
    expect(facts([item, { ...item, id: 'q', arguments: '{"a' }]).slice(0, 3)).toEqual([
      { kind: 'approval-request', tool: 's/f', arguments: { a: 1 }, id: 'r' },
      { kind: 'approval-request', tool: 's/f', arguments: '{"a', id: 'q' },
      { kind: 'finish', reason: 'tool_calls' },
    ]);
  });
});

describe('several exchanges of one call', () => {
  it('count a response that is asked for again once, as it was last', () => {
    const queued = jsonExchange(responseOf([], { status: 'queued', usage: null }));
    const over = jsonExchange(responseOf([messageItem('a')]));
    expect(readResponses([queued, queued, over]).facts).toEqual(
      readResponses([over]).facts.map(({ fact, path }) => ({
        fact,
        path: path.replaceAll('exchanges[0]', 'exchanges[2]'),
      })),
    );
  });

  it('say all that different responses say, end as the last one ends, and cost their sum', () => {
    const first = jsonExchange(responseOf([messageItem('a')], { id: 'resp_0' }));
    const { facts: located } = readResponses([first, jsonExchange(responseOf([callItem('{}')]))]);
    expect(located.map(({ fact }) => fact)).toEqual([
      { kind: 'text', text: 'a' },
      { kind: 'call', name: 'get_weather', arguments: {}, id: 'call_of_fc_1' },
      { kind: 'finish', reason: 'tool_calls' },
      { kind: 'usage', inputTokens: 20, outputTokens: 10 },
    ]);
  });
});
