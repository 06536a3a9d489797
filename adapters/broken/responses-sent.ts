import type { BrokenAdapter } from './break.ts';
import { inSentBody } from './on-the-wire.ts';
import { inSentItems, inSentTools, without } from './responses-items.ts';

const over = 'openai-responses';
const azure = 'azure-foundry-v2';
const kept = ['nothing-kept/complete', 'nothing-kept/stream'];

/** Defects in what goes out to the Responses API: what goes back of a conversation, and what is declared. */
export const brokenInResponsesSent: readonly BrokenAdapter[] = [
  {
    id: 'puts-reasoning-behind-its-call',
    modelledOn: ['B074'],
    caughtBy: 'requests-acceptable',
    over,
    defect: 'Reasoning goes back behind the call that it led to.',
    shows: kept,
    onTheWire: inSentItems((items) =>
      items.flatMap((item, i) => {
        if (item.type === 'reasoning') return [];
        return items[i - 1]?.type === 'reasoning' ? [item, items[i - 1] ?? item] : [item];
      }),
    ),
  },
  {
    id: 'puts-words-behind-reasoning',
    modelledOn: ['B076'],
    caughtBy: 'requests-acceptable',
    over,
    defect: 'An empty message is put between reasoning and the call that it led to.',
    shows: kept,
    onTheWire: inSentItems((items) =>
      items.flatMap((item) =>
        item.type === 'reasoning' ? [item, { type: 'message', role: 'assistant', content: '' }] : [item],
      ),
    ),
  },
  {
    id: 'gives-reasoning-new-ids',
    modelledOn: ['B079'],
    caughtBy: 'requests-acceptable',
    over,
    defect: 'Sealed reasoning goes back under an id of the library’s own.',
    shows: kept,
    onTheWire: inSentItems((items) =>
      items.map((item, i) => (item.type === 'reasoning' ? { ...item, id: `rs_${i}` } : item)),
    ),
  },
  {
    id: 'refers-to-what-was-not-kept',
    modelledOn: ['B083'],
    caughtBy: 'requests-acceptable',
    over,
    defect: 'What the model and its tools said goes back as references, though nothing was kept.',
    shows: kept,
    onTheWire: inSentItems((items) =>
      items.map((item) =>
        typeof item.id === 'string' && item.type !== 'reasoning' ? { type: 'item_reference', id: item.id } : item,
      ),
    ),
  },
  {
    id: 'answers-with-item-ids',
    modelledOn: ['B080'],
    caughtBy: 'requests-acceptable',
    over: azure,
    defect: 'Results go out under the id of the item instead of that of the call.',
    shows: ['single-call/complete', 'parallel-calls/stream'],
    onTheWire: inSentItems((items) =>
      items.map((item) =>
        item.type === 'function_call_output'
          ? { ...item, call_id: `fc_${String(item.call_id).replace(/^call_/, '')}` }
          : item,
      ),
    ),
  },
  {
    id: 'makes-call-ids-for-hosted-outputs',
    modelledOn: ['B116'],
    caughtBy: 'requests-acceptable',
    over,
    defect: 'Outputs of the tools that are built in go out under fresh ids.',
    shows: ['runs-and-reports/complete', 'look-and-click/stream'],
    onTheWire: inSentItems((items) =>
      items.map((item, i) =>
        /^(shell|computer)_call_output$/.test(String(item.type)) ? { ...item, call_id: `call_${i}` } : item,
      ),
    ),
  },
  {
    id: 'declares-a-container-as-a-tool',
    modelledOn: ['B091'],
    caughtBy: 'tools-on-the-wire',
    over,
    defect: 'A container that is used again is declared as a tool of its own kind.',
    shows: kept,
    onTheWire: inSentTools((tool) =>
      typeof tool.container === 'string' ? [{ type: 'container', container: tool.container }] : [tool],
    ),
  },
  {
    id: 'declares-code-without-a-container',
    caughtBy: 'requests-acceptable',
    over: azure,
    defect: 'A code interpreter is declared without the container that the service demands.',
    shows: ['computes-and-explains/complete', 'code-fails/stream'],
    onTheWire: inSentTools((tool) => [without(tool, 'container')]),
  },
  {
    id: 'filters-hosted-tools',
    modelledOn: ['B115'],
    caughtBy: 'tools-on-the-wire',
    over,
    defect: 'Tools that are no functions are left out, and nobody is told.',
    shows: ['computes-and-explains/complete', 'search-then-call/stream'],
    onTheWire: inSentTools((tool) => (tool.type === 'function' ? [tool] : [])),
  },
  {
    id: 'forces-strict-schemas',
    modelledOn: ['B118'],
    caughtBy: 'requests-acceptable',
    over,
    defect: 'Every function is declared strict, whether its schema can be or not.',
    shows: ['single-call/complete', 'parallel-calls/stream'],
    onTheWire: inSentTools((tool) => [tool.type === 'function' ? { ...tool, strict: true } : tool]),
  },
  {
    id: 'forgets-strictness',
    modelledOn: ['B119'],
    caughtBy: 'tools-on-the-wire',
    over,
    defect: 'Whether a function is strict is lost between the caller and the wire.',
    shows: ['strict-function/complete', 'strict-function/stream'],
    onTheWire: inSentTools((tool) => [tool.type === 'function' ? { ...tool, strict: null } : tool]),
  },
  {
    id: 'ignores-answers-to-requests-for-leave',
    modelledOn: ['B098'],
    caughtBy: 'approvals-on-the-wire',
    over,
    defect: 'Answers to requests for leave are no kind of content that goes out.',
    shows: ['approval-granted/complete', 'approval-denied/stream', 'approval-with-nothing-kept/complete'],
    onTheWire: inSentItems((items) => items.filter(({ type }) => type !== 'mcp_approval_response')),
  },
  {
    id: 'gives-leave-to-nothing',
    modelledOn: ['B100'],
    caughtBy: 'requests-acceptable',
    over: azure,
    defect: 'Leave goes out without the id of the request that it answers.',
    shows: ['approval-granted/complete', 'approval-denied/stream'],
    onTheWire: inSentItems((items) =>
      items.map((item) => (item.type === 'mcp_approval_response' ? without(item, 'approval_request_id') : item)),
    ),
  },
  {
    id: 'forgets-the-server-after-leave',
    modelledOn: ['B101'],
    caughtBy: 'tools-on-the-wire',
    over,
    defect: 'The request that gives leave no longer declares the server whose tool may now run.',
    shows: ['approval-granted/complete', 'approval-with-nothing-kept/stream'],
    onTheWire: inSentBody((body) =>
      Array.isArray(body.input) && JSON.stringify(body.input).includes('mcp_approval_response')
        ? without(body, 'tools')
        : body,
    ),
  },
  {
    id: 'gives-items-ids-of-its-own',
    caughtBy: 'requests-acceptable',
    over,
    defect: 'Calls go back with an id that the library made up.',
    shows: ['nothing-kept/complete'],
    onTheWire: inSentItems((items) =>
      items.map((item, i) => (item.type === 'function_call' ? { ...item, id: `item_${i}` } : item)),
    ),
  },
  {
    id: 'goes-on-in-two-ways',
    caughtBy: 'requests-acceptable',
    over,
    defect: 'A request goes on from the last response and in the conversation at once.',
    shows: ['in-a-conversation/complete', 'in-a-conversation/stream'],
    onTheWire: inSentBody((body) =>
      body.conversation === undefined ? body : { ...body, previous_response_id: 'resp_boat_1' },
    ),
  },
  {
    id: 'names-an-agent-as-it-once-was',
    caughtBy: 'requests-acceptable',
    over: azure,
    defect: 'The agent is named by a member that the service no longer takes.',
    shows: ['single-call/complete', 'cited-answer/stream'],
    onTheWire: inSentBody((body) =>
      body.agent_reference === undefined
        ? body
        : { ...without(body, 'agent_reference'), agent: body.agent_reference ?? null },
    ),
  },
  {
    id: 'declares-tools-beside-the-agent',
    caughtBy: 'requests-acceptable',
    over: azure,
    defect: 'What the agent was made with stands in each request again.',
    shows: ['single-call/complete', 'cited-answer/stream'],
    onTheWire: inSentBody((body) =>
      body.agent_reference === undefined ? body : { ...body, instructions: 'Answer in one short sentence.' },
    ),
  },
];
