import type { BrokenAdapter } from './break.ts';
import { inSentBody } from './on-the-wire.ts';
import { inSentTools, isObject, without } from './responses-items.ts';

const over = 'openai-responses';
const azure = 'azure-foundry-v2';
const kept = ['nothing-kept/complete', 'nothing-kept/stream'];

/** Defects in how tools, and the agents that hold them, are named to the Responses API. */
export const brokenInResponsesDeclared: readonly BrokenAdapter[] = [
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
  {
    id: 'chooses-without-a-type',
    caughtBy: 'options-on-the-wire',
    over: azure,
    defect: 'The function that must be called is named, and not that it is a function.',
    shows: ['choice-specific/complete', 'choice-specific/stream'],
    onTheWire: inSentBody((body) => {
      const { definition } = body;
      if (!isObject(definition) || !isObject(definition.tool_choice)) return body;
      return { ...body, definition: { ...definition, tool_choice: without(definition.tool_choice, 'type') } };
    }),
  },
  {
    id: 'asks-for-no-leave',
    modelledOn: ['B155'],
    caughtBy: 'tools-on-the-wire',
    over: azure,
    defect: 'When leave has to be asked is not sent.',
    shows: ['called-without-asking/complete', 'approval-granted/stream'],
    onTheWire: inSentTools((tool) => [without(tool, 'require_approval')]),
  },
];
