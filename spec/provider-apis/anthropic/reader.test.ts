import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../lib/canonical-json.ts';
import type { Exchange } from '../../../recordings/format/exchange.ts';
import type { ActionResultContent } from '../../contract/index.ts';
import { dataFact } from '../../facts/data-facts.ts';
import { saidIn } from '../../facts/describe.ts';
import { exampleRequest, jsonExchange, message, streamExchange } from './example-exchange.ts';
import * as response from './reader.ts';
import { readResponses } from './reader.ts';
import { readRequest } from './request-reader.ts';

describe('an answer', () => {
  const readResponses = (exchanges: readonly Exchange[]) => saidIn(response.readResponses(exchanges));
  const read = (content: unknown, more?: object) => readResponses([jsonExchange(message(content, more))]);
  const facts = (content: unknown, more?: object) => read(content, more).facts.map(({ fact }) => fact);

  describe('a message as JSON', () => {
    it('says a call with its id, and where it stands', () => {
      const call = {
        type: 'tool_use',
        id: 'toolu_1',
        name: 'get_weather',
        input: { city: 'Oslo' },
        caller: { type: 'direct' },
      };
      const reading = read([{ type: 'text', text: 'Checking.', citations: null }, call], { stop_reason: 'tool_use' });
      expect(reading).toEqual({
        facts: [
          { fact: { kind: 'text', text: 'Checking.' }, path: 'exchanges[0].response.body.content[0]' },
          {
            fact: { kind: 'call', name: 'get_weather', arguments: { city: 'Oslo' }, id: 'toolu_1' },
            path: 'exchanges[0].response.body.content[1]',
          },
          { fact: { kind: 'finish', reason: 'tool_calls' }, path: 'exchanges[0].response.body.stop_reason' },
          { fact: { kind: 'usage', inputTokens: 10, outputTokens: 5 }, path: 'exchanges[0].response.body.usage' },
        ],
        unread: [],
      });
    });

    it('has one text, from its first block that says something', () => {
      const { facts: located } = read([
        { type: 'text', text: '' },
        { type: 'text', text: 'a' },
        { type: 'thinking', thinking: 'hm', signature: 'sig' },
        { type: 'text', text: 'b' },
      ]);
      expect(located.slice(0, 2)).toEqual([
        { fact: { kind: 'text', text: 'ab' }, path: 'exchanges[0].response.body.content[1]' },
        {
          fact: { kind: 'reasoning', text: 'hm', protectedData: 'sig' },
          path: 'exchanges[0].response.body.content[2]',
        },
      ]);
      expect(facts([{ type: 'text', text: '' }]).map((f) => f.kind)).toEqual(['finish', 'usage']);
    });

    it('says reasoning that is redacted, and reasoning whose text is withheld', () => {
      const content = [
        { type: 'redacted_thinking', data: 'opaque' },
        { type: 'thinking', thinking: '', signature: 'sig' },
      ];
      expect(facts(content).slice(0, 2)).toEqual([
        { kind: 'reasoning', text: '', protectedData: 'opaque', state: { type: 'redacted_thinking' } },
        { kind: 'reasoning', text: '', protectedData: 'sig' },
      ]);
    });

    it('says what hosted tools were asked and gave', () => {
      const failure = { type: 'web_search_tool_result_error', error_code: 'max_uses_exceeded' };
      const content = [
        { type: 'server_tool_use', id: 'srvtoolu_1', name: 'web_search', input: { query: 'Oslo' } },
        { type: 'web_search_tool_result', tool_use_id: 'srvtoolu_1', content: failure, caller: { type: 'direct' } },
        { type: 'mcp_tool_use', id: 'mcptoolu_1', name: 'search', server_name: 'docs', input: {} },
        { type: 'mcp_tool_result', tool_use_id: 'mcptoolu_1', is_error: false, content: [{ type: 'text', text: 'x' }] },
      ];
      expect(read(content).unread).toEqual([]);
      expect(facts(content).slice(0, 4)).toEqual([
        { kind: 'hosted-call', tool: 'web_search', arguments: { query: 'Oslo' }, id: 'srvtoolu_1' },
        { kind: 'hosted-result', tool: 'web_search', payload: failure, id: 'srvtoolu_1', failed: true },
        {
          kind: 'hosted-call',
          tool: 'docs/search',
          arguments: {},
          id: 'mcptoolu_1',
          ofServer: { name: 'search', server: 'docs' },
        },
        { kind: 'hosted-result', tool: 'mcp', payload: [{ type: 'text', text: 'x' }], id: 'mcptoolu_1' },
      ]);
    });

    it('cites, by whatever names the source, for the whole text of the block', () => {
      const content = [
        { type: 'text', text: 'As for rain: ' },
        {
          type: 'text',
          text: 'It rains. 🌦',
          citations: [
            { type: 'web_search_result_location', url: 'https://a.example/', title: 'A', cited_text: 'rain' },
            { type: 'char_location', file_id: 'file_1', document_title: 'B', document_index: 0 },
            { type: 'page_location', file_id: null, document_title: 'C', document_index: 1 },
            { type: 'search_result_location', source: 'kb/7', title: 'D', search_result_index: 0 },
            { type: 'content_block_location', document_title: null, document_index: 2 },
          ],
        },
        { type: 'text', text: '', citations: [{ type: 'char_location', document_title: 'E' }] },
      ];
      const reading = read(content);
      expect(reading.unread).toEqual([]);
      const cited = reading.facts.filter(({ fact }) => fact.kind === 'citation');
      const span = 'It rains. 🌦';
      expect(cited.map(({ fact }) => fact)).toEqual([
        { kind: 'citation', target: 'https://a.example/', title: 'A', quote: 'rain', span },
        { kind: 'citation', target: 'file_1', title: 'B', span },
        { kind: 'citation', target: 'C', title: 'C', span },
        { kind: 'citation', target: 'kb/7', title: 'D', span },
        { kind: 'citation', target: '', span },
        { kind: 'citation', target: 'E', title: 'E' },
      ]);
      expect(cited[1]?.path).toBe('exchanges[0].response.body.content[1].citations[1]');
    });

    it('names the files and holds the bytes that hosted tools gave', () => {
      const content = [
        {
          type: 'bash_code_execution_tool_result',
          tool_use_id: 's',
          content: {
            type: 'bash_code_execution_result',
            content: [{ type: 'bash_code_execution_output', file_id: 'f1' }],
          },
        },
        {
          type: 'web_fetch_tool_result',
          tool_use_id: 't',
          content: {
            type: 'web_fetch_result',
            content: { type: 'document', source: { type: 'base64', media_type: 'application/pdf', data: 'cGRm' } },
          },
        },
        { type: 'container_upload', file_id: 'f2' },
      ];
      const { facts: located, unread } = read(content);
      expect(unread).toEqual([]);
      expect(located.filter(({ fact }) => fact.kind === 'file' || fact.kind === 'data')).toEqual([
        { fact: { kind: 'file', id: 'f1' }, path: 'exchanges[0].response.body.content[0].content.content[0]' },
        {
          fact: dataFact('application/pdf', 'cGRm'),
          path: 'exchanges[0].response.body.content[1].content.content.source',
        },
        { fact: { kind: 'file', id: 'f2' }, path: 'exchanges[0].response.body.content[2]' },
      ]);
    });

    it.each([
      ['end_turn', 'stop'],
      ['stop_sequence', 'stop'],
      ['max_tokens', 'length'],
      ['model_context_window_exceeded', 'length'],
      ['tool_use', 'tool_calls'],
      ['refusal', 'content_filter'],
      ['pause_turn', 'pause_turn'],
      ['constructor', 'constructor'],
    ])('stops with %s, which is %s', (reason, normalised) => {
      expect(facts([], { stop_reason: reason })[0]).toEqual({ kind: 'finish', reason: normalised });
    });

    it('counts cached input as input', () => {
      const usage = {
        input_tokens: 3,
        cache_creation_input_tokens: 20,
        cache_read_input_tokens: 100,
        output_tokens: 7,
      };
      expect(facts([], { usage })).toContainEqual({
        kind: 'usage',
        inputTokens: 123,
        outputTokens: 7,
        cachedInputTokens: 100,
      });
      expect(facts([], { usage: {} }).map((f) => f.kind)).toEqual(['finish']);
    });

    it('keeps with a call which code asked for it', () => {
      const caller = { type: 'code_execution_20250825', tool_id: 'srvtoolu_1' };
      const call = { type: 'tool_use', id: 't', name: 'f', input: {} };
      const [byCode, byModel] = facts([
        { ...call, caller },
        { ...call, caller: { type: 'direct' } },
      ]);
      expect(byCode).toMatchObject({ kind: 'call', state: { caller } });
      expect(byModel).not.toHaveProperty('state');
    });

    it('says what stands for an earlier part of the conversation, whole', () => {
      const block = { type: 'compaction', content: 'They talked.', encrypted_content: 'sealed' };
      const { facts, unread } = read([block]);
      expect(facts[0]?.fact).toEqual({ kind: 'hosted-result', tool: 'compaction', payload: block });
      expect(unread).toEqual([]);
    });

    it('lists what it has no word for, and no more than that', () => {
      const content = [
        { type: 'text', text: 'a', unheard: 1 },
        { type: 'tool_use', id: 't', name: 'f', input: {}, caller: { type: 'code_execution_20260120', tool_id: 's' } },
        { type: 'mcp_tool_result', tool_use_id: 'm', is_error: true, content: [] },
        { type: 'unheard_of' },
        { no: 'type' },
        'no object',
      ];
      const { unread } = read(content, { container: { id: 'container_1' }, diagnostics: null });
      const at = 'exchanges[0].response.body';
      expect(unread).toEqual([
        { path: `${at}.container`, what: 'message.container' },
        { path: `${at}.content[0].unheard`, what: 'text.unheard' },
        { path: `${at}.content[1].caller`, what: 'tool_use.caller' },
        { path: `${at}.content[2].is_error`, what: 'mcp_tool_result.is_error' },
        { path: `${at}.content[3]`, what: 'unheard_of' },
        { path: `${at}.content[4]`, what: 'content block without a type' },
        { path: `${at}.content[5]`, what: 'content block without a type' },
      ]);
    });
  });

  describe('several exchanges of one call', () => {
    it('say their texts each where none was paused', () => {
      const one = jsonExchange(message([{ type: 'text', text: 'a' }]));
      const texts = readResponses([one, one]).facts.filter(({ fact }) => fact.kind === 'text');
      expect(texts.map(({ path }) => path)).toEqual([
        'exchanges[0].response.body.content[0]',
        'exchanges[1].response.body.content[0]',
      ]);
    });

    it('are one message where a turn was paused; end as the last one ends, and cost their sum', () => {
      const paused = jsonExchange(message([{ type: 'text', text: 'a' }], { stop_reason: 'pause_turn' }));
      const ended = jsonExchange(message([{ type: 'text', text: 'b' }]));
      const { facts: located } = readResponses([paused, ended]);
      expect(located.map(({ fact }) => fact)).toEqual([
        { kind: 'text', text: 'ab' },
        { kind: 'finish', reason: 'stop' },
        { kind: 'usage', inputTokens: 20, outputTokens: 10 },
      ]);
      expect(located.at(-1)?.path).toBe('exchanges[0].response.body.usage + exchanges[1].response.body.usage');
    });
  });

  describe('errors', () => {
    const body = { type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' }, request_id: 'req_1' };

    it('are read with status, code and message', () => {
      expect(readResponses([jsonExchange(body, 529)])).toEqual({
        facts: [
          {
            fact: { kind: 'error', status: 529, code: 'overloaded_error', message: 'Overloaded', requestId: 'req_1' },
            path: 'exchanges[0].response.body',
          },
        ],
        unread: [],
      });
    });

    it('are errors by their status, whatever the body is', () => {
      const reading = readResponses([jsonExchange('<html>Bad gateway</html>', 502)]);
      expect(reading.facts.map(({ fact }) => fact)).toEqual([{ kind: 'error', status: 502, message: '' }]);
      expect(reading.unread).toEqual([{ path: 'exchanges[0].response.body', what: 'body that is not a JSON object' }]);
    });

    it('are what came instead of an answer, by its type', () => {
      const exchange = jsonExchange('<title>Sign in</title>');
      const headers = [['content-type', 'text/html; charset=utf-8']] as const;
      const { facts } = readResponses([{ ...exchange, response: { ...exchange.response, headers } }]);
      expect(facts.map(({ fact }) => fact)).toEqual([{ kind: 'error', message: '', unreadable: 'text/html' }]);
    });

    it('are what came where no message is', () => {
      for (const body of ['{"type":', { type: 'message' }]) {
        expect(readResponses([jsonExchange(body)]).facts).toEqual([
          { fact: { kind: 'error', message: '', unreadable: '' }, path: 'exchanges[0].response.body' },
        ]);
      }
    });
  });
});

describe('actions', () => {
  const tools = [
    { type: 'computer_toolset_20260801' },
    { type: 'computer_20251124', name: 'computer' },
    { type: 'bash_20250124', name: 'bash' },
    { type: 'text_editor_20250728', name: 'str_replace_based_edit_tool' },
  ];
  const use = (name: string, input: unknown, more = {}) => ({
    type: 'tool_use',
    id: `toolu_${name}`,
    name,
    input,
    ...more,
  });
  const zoom = use('zoom', { region: [0, 0, 9, 9] }, { toolset_name: 'computer', caller: { type: 'direct' } });
  const request = exampleRequest({ tools });

  /** The actions that an answer asks for, and what it says that is not understood. */
  function asked(content: readonly object[]) {
    const { facts, unread } = readResponses([{ ...jsonExchange(message(content)), request }]);
    return {
      facts: facts.map(({ fact }) => fact).filter(({ kind }) => kind === 'action-call' || kind === 'call'),
      unread,
    };
  }

  describe('an answer', () => {
    it('asks for actions under the names that the request declares', () => {
      const content = [
        zoom,
        use('computer', { action: 'key', text: 'a' }),
        use('bash', { restart: true }),
        use('bash', { command: 'ls' }),
        use('str_replace_based_edit_tool', { command: 'view', path: 'a' }),
      ];
      expect(asked(content)).toMatchObject({
        unread: [],
        facts: [
          { tool: 'computer-use', actions: [{ type: 'zoom', region: [0, 0, 9, 9] }], id: 'toolu_zoom' },
          { tool: 'computer-use', actions: [{ type: 'key', text: 'a' }] },
          { tool: 'shell', actions: [{ type: 'restart' }] },
          { tool: 'shell', actions: [{ type: 'exec', command: 'ls' }] },
          { tool: 'text-editor', actions: [{ type: 'view', path: 'a' }] },
        ],
      });
    });

    it('calls a function where the name is one of those, and the tool is not', () => {
      expect(asked([use('str_replace_editor', { command: 'view' })]).facts).toMatchObject([{ kind: 'call' }]);
      const browser = asked([use('bash', { command: 'ls' }, { toolset_name: 'browser' })]);
      expect(browser).toMatchObject({ facts: [{ kind: 'call', state: { toolset_name: 'browser' } }], unread: [] });
    });

    it('asks for the same in a stream', () => {
      const events = [
        { type: 'message_start', message: message([]) },
        { type: 'content_block_start', index: 0, content_block: { ...zoom, input: {} } },
        { type: 'content_block_delta', index: 0, delta: { type: 'input_json_delta', partial_json: '{"region":[0,0,' } },
        { type: 'content_block_delta', index: 0, delta: { type: 'input_json_delta', partial_json: '9,9]}' } },
        { type: 'content_block_stop', index: 0 },
        { type: 'message_stop' },
      ];
      const { facts } = readResponses([{ ...streamExchange(...events), request }]);
      expect(facts.map(({ fact }) => fact)).toContainEqual({
        kind: 'action-call',
        tool: 'computer-use',
        actions: [{ type: 'zoom', region: [0, 0, 9, 9] }],
        id: 'toolu_zoom',
      });
    });
  });

  describe('a request', () => {
    const read = (body: object) => readRequest(exampleRequest(body));

    /** What came of a shell's command, as a result tells it. */
    function told(result: JsonObject): ActionResultContent | undefined {
      const { messages } = read({
        tools,
        messages: [
          { role: 'assistant', content: [use('bash', { command: 'ls' })] },
          { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'toolu_bash', ...result }] },
        ],
      });
      const [content] = messages[1]?.contents ?? [];
      expect(messages.map(({ role }) => role)).toEqual(['assistant', 'tool']);
      return content?.type === 'action-result' ? content : undefined;
    }

    it('tells what came of an action', () => {
      const image = { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'AA==' } };
      expect(told({ content: [{ type: 'text', text: 'a' }, image] })).toMatchObject({
        callId: 'toolu_bash',
        tool: 'shell',
        outputs: [
          { type: 'text', text: 'a' },
          { type: 'data', data: 'AA==', mediaType: 'image/png' },
        ],
      });
      expect(told({ content: 'timed out', is_error: true })?.outputs).toEqual([
        { type: 'error', message: 'timed out' },
      ]);
    });

    it.each([
      ['no such file\nexit code: 2', 2, 'no such file'],
      ['no such file\n[Exited with status 127]', 127, 'no such file'],
      ['Command exited with code -1.', -1, undefined],
    ])('tells the exit code in words: %j', (content, exitCode, text) => {
      expect(told({ content, is_error: true })).toMatchObject({
        exitCode,
        outputs: text === undefined ? [] : [{ type: 'text', text }],
      });
    });

    it.each([
      ['exit code: 2', false],
      ['see exit 2 of the station', true],
    ])('tells no exit code in %j', (content, failed) => {
      expect(told({ content, is_error: failed })).not.toHaveProperty('exitCode');
    });

    it('declares servers in the way of today and in that of the ADR', () => {
      const server = { type: 'url', name: 'docs', url: 'https://mcp.example/mcp' };
      const said = { type: 'mcp-server', serverName: 'docs', serverAddress: server.url, allowedTools: ['search'] };
      const configs = { search: { enabled: true }, forget: { enabled: false } };
      const today = { type: 'mcp_toolset', mcp_server_name: 'docs', default_config: { enabled: false }, configs };
      const older = { ...server, tool_configuration: { enabled: true, allowed_tools: ['search'] } };
      for (const body of [{ mcp_servers: [server], tools: [today] }, { mcp_servers: [older] }]) {
        const { options, unread } = read(body);
        expect(options.tools).toMatchObject([said]);
        expect(options).not.toHaveProperty('rawRepresentation');
        expect(unread).toEqual([]);
      }
    });

    it('keeps servers and their tools raw where they say more than the contract can', () => {
      const mcp_servers = [{ type: 'url', name: 'docs', url: 'https://mcp.example/mcp' }];
      const toolset = { type: 'mcp_toolset', mcp_server_name: 'docs', default_config: { defer_loading: true } };
      expect(read({ mcp_servers, tools: [toolset] }).options).toEqual({
        tools: [{ type: 'raw', providerApi: 'anthropic', declaration: toolset }],
        rawRepresentation: { mcp_servers },
      });
    });

    it('says files and container in the tool that reads them, once', () => {
      const content = [
        { type: 'text', text: 'Plot it.' },
        { type: 'container_upload', file_id: 'file_1' },
      ];
      const body = { tools: [{ type: 'code_execution_20260521', name: 'code_execution' }], container: 'container_1' };
      const { options, messages } = read({ ...body, messages: [{ role: 'user', content }] });
      expect(options).toEqual({
        tools: [{ type: 'code-interpreter', fileIds: ['file_1'], containerId: 'container_1' }],
      });
      expect(messages[0]?.contents.map(({ type }) => type)).toEqual(['text']);
      expect(read({ messages: [{ role: 'user', content }] }).messages[0]?.contents[1]).toMatchObject({
        type: 'hosted-file',
      });
    });
  });
});
