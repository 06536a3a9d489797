import type { ChatOptions, Tool } from '../../spec/contract/index.ts';
import { type BrokenAdapter, inSentContents, withDefects } from './break.ts';

const changedTools = (change: (tool: Tool) => Tool) =>
  withDefects({
    request: (messages, options) => [
      messages,
      options.tools ? { ...options, tools: options.tools.map(change) } : options,
    ],
  });

const without =
  (...members: (keyof ChatOptions)[]) =>
  (options: ChatOptions): ChatOptions =>
    Object.fromEntries(Object.entries(options).filter(([key]) => !members.includes(key as keyof ChatOptions)));

/** Defects on the way to the wire, within one request. */
export const brokenInRequest: readonly BrokenAdapter[] = [
  {
    id: 'drops-tool-description',
    caughtBy: 'tools-on-the-wire',
    defect: 'The description of a function is not sent.',
    shows: ['single-call/complete', 'single-call/stream'],
    breakIt: changedTools((tool) => (tool.type === 'function' ? { ...tool, description: '' } : tool)),
  },
  {
    id: 'flattens-schema',
    caughtBy: 'tools-on-the-wire',
    defect: 'Of a function’s schema only type and required are sent.',
    shows: ['parallel-calls/complete', 'choice-none/stream'],
    breakIt: changedTools((tool) => {
      if (tool.type !== 'function') return tool;
      const { type = 'object', required = [] } = tool.parameters;
      return { ...tool, parameters: { type, required } };
    }),
  },
  {
    id: 'drops-tools-when-none-may-be-called',
    caughtBy: 'tools-on-the-wire',
    defect: 'With tool mode none the tools are left out.',
    shows: ['choice-none/complete', 'choice-none/stream'],
    breakIt: withDefects({
      request: (messages, options) => [
        messages,
        options.toolMode?.type === 'none' ? without('tools')(options) : options,
      ],
    }),
  },
  {
    id: 'rewrites-what-it-was-asked',
    caughtBy: 'history-on-the-wire',
    defect: 'The caller’s own messages are changed in place before they go out.',
    shows: ['single-call/complete', 'choice-none/stream'],
    breakIt: withDefects(
      inSentContents((contents) => {
        for (const c of contents) if (c.type === 'text') c.text = `${c.text}!`;
        return contents;
      }),
    ),
  },
  {
    id: 'asks-another-model',
    caughtBy: 'options-on-the-wire',
    defect: 'The model of the settings is not the one that is asked.',
    shows: ['single-call/complete', 'choice-none/stream'],
    breakIt: (adapter) => ({
      ...adapter,
      createClient: (settings) => adapter.createClient({ ...settings, model: 'another-model' }),
    }),
  },
  {
    id: 'asks-another-host',
    caughtBy: 'requests-expected',
    defect: 'Requests go to a fixed host, whatever the settings say.',
    shows: ['single-call/complete', 'choice-none/stream'],
    breakIt: (adapter) => ({
      ...adapter,
      createClient: (settings) => adapter.createClient({ ...settings, baseUrl: 'https://proxy.example' }),
    }),
  },
  {
    id: 'declares-at-another-host',
    over: 'bedrock-agents',
    caughtBy: 'requests-expected',
    defect: 'Agents are given their tools at a fixed host, whatever the settings say.',
    shows: ['declared-on-the-agent/complete', 'declared-on-the-agent/stream'],
    breakIt: (adapter) => ({
      ...adapter,
      createClient: (settings) =>
        adapter.createClient({ ...settings, endpoints: { control: 'https://proxy.example' } }),
    }),
  },
  {
    id: 'searches-everywhere',
    caughtBy: 'tools-on-the-wire',
    defect: 'The domains that a search is bound to are not sent.',
    shows: ['domains-and-location/complete', 'domains-and-location/stream'],
    breakIt: changedTools((tool) =>
      tool.type === 'web-search' && tool.userLocation ? { type: tool.type, userLocation: tool.userLocation } : tool,
    ),
  },
  {
    id: 'forgets-raw-members',
    caughtBy: 'options-on-the-wire',
    defect: 'Raw members of the request are not sent.',
    shows: ['request-members/complete', 'request-members/stream'],
    breakIt: withDefects({ request: (messages, options) => [messages, without('rawRepresentation')(options)] }),
  },
  {
    id: 'forgets-tool-choice',
    modelledOn: ['B035'],
    caughtBy: 'options-on-the-wire',
    defect: 'The tool mode is not sent.',
    shows: ['choice-required/complete', 'choice-none/stream', 'choice-specific/complete'],
    breakIt: withDefects({ request: (messages, options) => [messages, without('toolMode')(options)] }),
  },
  {
    id: 'drops-what-it-lacks-in-silence',
    caughtBy: 'options-on-the-wire',
    defect: 'A setting that the API lacks is dropped, and nobody is told.',
    shows: ['settings/complete', 'settings/stream'],
    breakIt: withDefects({ request: (messages, options) => [messages, without('temperature')(options)] }),
  },
  {
    id: 'drops-stop-sequences-in-silence',
    caughtBy: 'options-on-the-wire',
    over: 'openai-responses',
    defect: 'Stop sequences are dropped, and nobody is told.',
    shows: ['settings/complete', 'settings/stream'],
    breakIt: withDefects({ request: (messages, options) => [messages, without('stopSequences')(options)] }),
  },
  {
    id: 'drops-members-of-tools-in-silence',
    caughtBy: 'tools-on-the-wire',
    over: 'openai-responses',
    defect: 'The display, which the API has no member for, is dropped, and nobody is told.',
    shows: ['look-and-click/complete', 'look-and-click/stream'],
    breakIt: withDefects({
      response: (r) => ({ ...r, warnings: [] }),
      update: ({ warnings: _, ...update }) => [update],
    }),
  },
  {
    id: 'opens-servers-without-their-token',
    caughtBy: 'tools-on-the-wire',
    over: 'openai-responses',
    defect: 'The token that opens a server is not sent.',
    shows: ['approval-with-nothing-kept/complete', 'approval-with-nothing-kept/stream'],
    breakIt: changedTools((tool) => {
      if (tool.type !== 'mcp-server') return tool;
      const { authorizationToken: _, ...rest } = tool;
      return rest;
    }),
  },
  {
    id: 'lets-servers-be-called-unasked',
    caughtBy: 'tools-on-the-wire',
    over: 'openai-responses',
    defect: 'That leave is to be asked for each call is not sent.',
    shows: ['approval-granted/complete', 'approval-denied/stream'],
    breakIt: changedTools((tool) => (tool.type === 'mcp-server' ? { ...tool, approvalMode: 'never' } : tool)),
  },
  {
    id: 'changes-raw-tools',
    caughtBy: 'tools-on-the-wire',
    over: 'openai-responses',
    defect: 'Of a raw tool only the type is sent.',
    shows: ['raw-hosted-shell/complete', 'raw-custom-tool/stream'],
    breakIt: changedTools((tool) =>
      tool.type === 'raw' ? { ...tool, declaration: { type: tool.declaration.type ?? null } } : tool,
    ),
  },
  {
    id: 'forgets-instructions',
    caughtBy: 'options-on-the-wire',
    defect: 'The instructions are not sent.',
    shows: ['single-call/complete', 'single-call/stream'],
    breakIt: withDefects({ request: (messages, options) => [messages, without('instructions')(options)] }),
  },
  {
    id: 'says-failure-as-success',
    caughtBy: 'results-on-the-wire',
    defect: 'The failure of a function is sent as if it were its result.',
    shows: ['function-fails/complete', 'function-fails/stream'],
    breakIt: withDefects(
      inSentContents((contents) =>
        contents.map((c) => {
          if (c.type !== 'function-result' || c.error === undefined) return c;
          return { type: c.type, callId: c.callId, result: c.error };
        }),
      ),
    ),
  },
];
