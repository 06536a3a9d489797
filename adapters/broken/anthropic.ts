import type { JsonObject } from '../../files/canonical-json.ts';
import { type Block, inSentBlocks, inSentTools, isServerCall } from './anthropic-wire.ts';
import { type BrokenAdapter, inSentContents, withDefects } from './break.ts';
import { inSentBody } from './on-the-wire.ts';

const isResultOfCode = ({ type }: Block) => type === 'code_execution_tool_result';
const failed = (block: Block): boolean =>
  block.is_error === true || String((block.content as JsonObject | undefined)?.type).endsWith('_error');

/** Defects in what is declared to the Messages API and in what is sent back to it. */
export const brokenOverAnthropic: readonly BrokenAdapter[] = [
  {
    id: 'replays-code-without-its-result',
    modelledOn: ['B001'],
    caughtBy: 'requests-acceptable',
    defect: 'Code that a search brought along goes back without what it gave, for nobody had declared a tool for code.',
    shows: ['filtered-by-code/complete', 'filtered-by-code/stream'],
    onTheWire: inSentBlocks((blocks) => blocks.filter((block) => !isResultOfCode(block))),
  },
  {
    id: 'forgets-what-the-provider-did',
    modelledOn: ['B002'],
    caughtBy: 'hosted-history-on-the-wire',
    defect: 'Searches and calls to servers, and what came of them, are no part of the history.',
    shows: ['cited-answer/complete', 'called-on-trust/stream'],
    onTheWire: inSentBlocks((blocks) =>
      blocks.filter(
        (block) => !isServerCall(block) && (block.tool_use_id === undefined || block.type === 'tool_result'),
      ),
    ),
  },
  {
    id: 'answers-a-failed-fetch',
    modelledOn: ['B004'],
    caughtBy: 'requests-acceptable',
    defect: 'A call of the provider that failed goes back as a result of the application.',
    shows: ['unreachable-and-on/complete', 'unreachable-and-on/stream'],
    onTheWire: inSentBody((body) => ({ ...body, messages: withFailuresAnswered(body.messages as JsonObject[]) })),
  },
  {
    id: 'replays-advice-without-its-call',
    modelledOn: ['B005'],
    caughtBy: 'requests-acceptable',
    defect: 'Advice goes back without the call that asked for it.',
    shows: ['raw-advisor/complete', 'raw-advisor/stream'],
    onTheWire: inSentBlocks((blocks) => blocks.filter(({ name }) => name !== 'advisor')),
  },
  {
    id: 'forgets-failed-fetches',
    modelledOn: ['B013'],
    caughtBy: 'hosted-history-on-the-wire',
    defect: 'What a tool of the provider gave is not sent back where it is an error.',
    shows: ['unreachable-and-on/complete', 'unreachable-and-on/stream'],
    onTheWire: inSentBlocks((blocks) => blocks.filter((block) => block.type === 'tool_result' || !failed(block))),
  },
  {
    id: 'gives-the-name-for-the-type',
    modelledOn: ['B022'],
    caughtBy: 'requests-acceptable',
    defect: 'An editor is declared with its name for its type.',
    shows: ['view-and-replace/complete', 'every-command/stream'],
    onTheWire: inSentTools((tool) =>
      tool.name === 'str_replace_based_edit_tool' ? { ...tool, type: tool.name } : tool,
    ),
  },
  {
    id: 'adds-a-beta-of-another-feature',
    modelledOn: ['B023'],
    caughtBy: 'requests-acceptable',
    defect: 'Requests with a server say the beta of skills too.',
    shows: ['called-on-trust/complete', 'opened-by-a-token/stream'],
    onTheWire: {
      request: (request) => ({
        ...request,
        headers: request.headers.map(([name, value]) => [
          name,
          name.toLowerCase() === 'anthropic-beta' ? `${value},skills-2025-10-02` : value,
        ]),
      }),
    },
  },
  {
    id: 'names-interruptions-nobody-made',
    modelledOn: ['B032'],
    caughtBy: 'results-on-the-wire',
    defect: 'All results but the first are said to be missing because the user interrupted the call.',
    shows: ['parallel-calls/complete', 'parallel-calls/stream'],
    breakIt: withDefects(
      inSentContents((contents) => {
        const first = contents.findIndex((c) => c.type === 'function-result');
        return contents.map((c, i) =>
          c.type === 'function-result' && i !== first
            ? { type: c.type, callId: c.callId, error: 'The call was interrupted by the user.' }
            : c,
        );
      }),
    ),
  },
  {
    id: 'names-functions-after-their-server',
    modelledOn: ['B041'],
    caughtBy: 'requests-acceptable',
    defect: 'Functions go out under the display name of the server that they came from, which has a space in it.',
    shows: ['single-call/complete', 'parallel-calls/stream'],
    onTheWire: inSentBody((body) => ({
      ...body,
      tools: (body.tools as JsonObject[]).map((tool) =>
        tool.input_schema ? { ...tool, name: `Weather Service__${tool.name}` } : tool,
      ),
    })),
  },
  {
    id: 'forgets-what-citations-are-found-by',
    caughtBy: 'hosted-history-on-the-wire',
    defect: 'A text that cites goes back as its words alone, so that no later answer can cite the same place.',
    shows: ['cited-answer/complete', 'cited-answer/stream'],
    onTheWire: inSentBlocks((blocks) => blocks.map(({ citations: _, ...block }) => block as Block)),
  },
  {
    id: 'forgets-which-code-searched',
    caughtBy: 'hosted-history-on-the-wire',
    defect: 'A search that code of the model made goes back as if the model itself had made it.',
    shows: ['filtered-by-code/complete', 'filtered-by-code/stream'],
    onTheWire: inSentBlocks((blocks) =>
      blocks.map((block) => {
        const { caller: _, ...rest } = block;
        return block.type === 'tool_use' ? block : (rest as Block);
      }),
    ),
  },
  {
    id: 'chooses-in-the-words-of-another-api',
    caughtBy: 'options-on-the-wire',
    defect: 'That some tool must be called is said as "required", which another API says.',
    shows: ['choice-required/complete', 'choice-required/stream'],
    onTheWire: inSentBody((body) => ({
      ...body,
      ...((body.tool_choice as JsonObject | undefined)?.type === 'any' ? { tool_choice: { type: 'required' } } : {}),
    })),
  },
  {
    id: 'swaps-a-server-and-its-tool',
    caughtBy: 'hosted-history-on-the-wire',
    defect: 'A call to a server goes back with the server’s name for the tool’s, and the tool’s for the server’s.',
    shows: ['called-on-trust/complete', 'called-on-trust/stream'],
    onTheWire: inSentBlocks((blocks) =>
      blocks.map((block) =>
        block.type === 'mcp_tool_use'
          ? { ...block, name: block.server_name ?? null, server_name: block.name ?? null }
          : block,
      ),
    ),
  },
  {
    id: 'gives-searches-the-name-of-the-contract',
    caughtBy: 'requests-acceptable',
    defect: 'The provider’s tools are declared under the names that the library has for them.',
    shows: ['cited-answer/complete', 'page-read/stream'],
    onTheWire: inSentTools((tool) =>
      /^web_/.test(String(tool.type)) ? { ...tool, name: String(tool.name).replace('_', '-') } : tool,
    ),
  },
  {
    id: 'says-the-beta-of-servers-alone',
    caughtBy: 'requests-complete',
    defect: 'Of the betas only that of servers is ever sent.',
    shows: ['raw-advisor/complete', 'raw-computer/stream'],
    onTheWire: {
      request: (request) => ({
        ...request,
        headers: request.headers.filter(
          ([name, value]) => name.toLowerCase() !== 'anthropic-beta' || value.includes('mcp-client'),
        ),
      }),
    },
  },
  {
    id: 'says-nothing-first',
    caughtBy: 'requests-acceptable',
    defect: 'A call that came without words goes back behind an empty text.',
    shows: ['single-call/complete', 'no-arguments/stream'],
    onTheWire: inSentBlocks((blocks, role) =>
      role === 'assistant' && blocks.every(({ type }) => type !== 'text')
        ? [{ type: 'text', text: '' }, ...blocks]
        : blocks,
    ),
  },
  {
    id: 'speaks-before-the-results',
    caughtBy: 'requests-acceptable',
    defect: 'What the application has to say stands before the results of the calls.',
    shows: ['parallel-calls/complete', 'single-call/stream'],
    onTheWire: inSentBlocks((blocks) =>
      blocks.some(({ type }) => type === 'tool_result') ? [{ type: 'text', text: 'Results:' }, ...blocks] : blocks,
    ),
  },
];

/** Every failure of a tool of the provider, told as the application's own result. */
function withFailuresAnswered(messages: readonly JsonObject[]): JsonObject[] {
  return messages.flatMap((message) => {
    const blocks = Array.isArray(message.content) ? (message.content as Block[]) : [];
    const failures = blocks.filter((block) => block.type !== 'tool_result' && failed(block));
    if (failures.length === 0) return [message];
    const content = blocks.filter((block) => !failures.includes(block));
    const results = failures.map((block) => ({ ...block, type: 'tool_result', content: 'failed', is_error: true }));
    return [
      { ...message, content },
      { role: 'user', content: results as JsonObject[] },
    ];
  });
}
