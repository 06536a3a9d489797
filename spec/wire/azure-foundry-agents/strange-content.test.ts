import fc from 'fast-check';
import { expect, test } from 'vitest';
import { tries } from '../../../files/nightly.ts';
import type { Exchange } from '../../../recordings/format/exchange.ts';
import { azureFoundryAgentsReader } from './reader.ts';

const json = fc.jsonValue({ maxDepth: 4 }) as fc.Arbitrary<unknown>;
const likely = (members: Readonly<Record<string, fc.Arbitrary<unknown>>>) =>
  fc.record(Object.fromEntries(Object.entries(members).map(([name, value]) => [name, fc.oneof(value, json)])), {
    requiredKeys: [],
  });
const tools = ['function', 'mcp', 'openapi', 'bing_grounding', 'azure_ai_search', 'file_search', 'code_interpreter'];
const type = fc.constantFrom(...tools, 'azure_function', 'mcp_list_tools', '__proto__', 'constructor');
const call = type.chain((kind) =>
  likely({
    type: fc.constant(kind),
    id: fc.string(),
    [kind]: likely({ name: fc.string(), arguments: fc.string(), output: fc.string(), results: fc.array(json) }),
    arguments: fc.string(),
    server_label: fc.string(),
  }),
);
const action = fc
  .constantFrom('submit_tool_outputs', 'submit_tool_approval', 'another')
  .map((kind) => ({ type: kind, [kind]: { tool_calls: [{ id: 'call_1', type: 'mcp' }, null, 7] } }));
const told = fc.oneof(
  likely({
    object: fc.constant('thread.run'),
    id: fc.constant('run_1'),
    thread_id: fc.constant('thread_1'),
    status: fc.constantFrom('queued', 'requires_action', 'completed', 'failed', 'expired', 'incomplete'),
    required_action: action,
    last_error: likely({ code: fc.string(), message: fc.string() }),
  }),
  likely({
    object: fc.constant('thread.run.step'),
    id: fc.constantFrom('step_1', 'step_2'),
    run_id: fc.constant('run_1'),
    status: fc.constantFrom('in_progress', 'completed', 'failed'),
    step_details: likely({ type: fc.string(), tool_calls: fc.array(call), activities: fc.array(call) }),
  }),
  json,
);
const declared = type.chain((kind) =>
  likely({
    type: fc.constant(kind),
    [kind]: likely({
      search_configurations: fc.array(json),
      function: likely({ name: fc.string(), parameters: json }),
      input_binding: likely({ storage_queue: json }),
      spec: json,
      auth: likely({ type: fc.string(), security_scheme: json }),
    }),
    server_label: fc.string(),
    server_url: fc.string(),
  }),
);
const said = likely({
  assistant_id: fc.constant('asst_1'),
  content: json,
  tools: fc.array(declared),
  tool_resources: likely({ mcp: fc.array(json), azure_ai_search: likely({ indexes: fc.array(json) }) }),
  tool_outputs: fc.array(json),
  tool_approvals: fc.array(likely({ tool_call_id: fc.string(), approve: json })),
});
const operation = fc.constantFrom(
  ...['assistants.create', 'threads.create', 'messages.create', 'runs.create', 'runs.submitToolOutputs'],
  ...['runs.retrieve', 'steps.list', 'messages.list'],
);

const exchange = (
  of: string,
  asked: unknown,
  answered: string,
  transport: 'json' | 'sse',
  status: number,
): Exchange => ({
  operation: of,
  transport,
  request: {
    method: 'POST',
    url: 'https://r.services.ai.azure.com/api/projects/p/threads/thread_1/runs/run_1?api-version=v1',
    headers: [],
    body: { text: JSON.stringify(asked) ?? '' },
  },
  response: {
    status,
    headers: [['content-type', transport === 'sse' ? 'text/event-stream' : 'application/json']],
    body: { text: answered },
  },
});

const events = fc
  .array(fc.tuple(fc.constantFrom('thread.run.step.delta', 'thread.run.completed', 'error', 'x'), told))
  .map((list) => list.map(([name, data]) => `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`).join(''));
const exchanges = fc.array(
  fc.oneof(
    fc
      .tuple(operation, said, told, fc.constantFrom(200, 400))
      .map(([of, asked, answered, status]) => exchange(of, asked, JSON.stringify(answered), 'json', status)),
    fc.tuple(operation, said, events).map(([of, asked, text]) => exchange(of, asked, text, 'sse', 200)),
  ),
  { maxLength: 6 },
);

test('reads any conversation without throwing, and everything that it names has a place', () => {
  fc.assert(
    fc.property(exchanges, exchanges, (now, earlier) => {
      const { facts, unread } = azureFoundryAgentsReader.readResponses(now, earlier);
      const places = [...facts, ...unread].map(({ path }) => path);
      expect(places.every((path) => path.startsWith('exchanges['))).toBe(true);
      azureFoundryAgentsReader.readRequests(now, earlier);
      expect(azureFoundryAgentsReader.callsOf?.(now).flat()).toEqual(now);
    }),
    { numRuns: tries(150) },
  );
});
