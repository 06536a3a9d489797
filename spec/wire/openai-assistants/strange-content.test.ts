import fc from 'fast-check';
import { expect, it } from 'vitest';
import { tries } from '../../../files/nightly.ts';
import { answered, asks, streamed } from './example-exchange.ts';
import { openAiAssistantsReader as reader } from './reader.ts';

const json = fc.jsonValue({ maxDepth: 4 }) as fc.Arbitrary<unknown>;
/** Objects with the members a reader looks for, holding anything. */
const likely = (members: readonly string[], more: Record<string, fc.Arbitrary<unknown>> = {}) =>
  fc
    .tuple(fc.dictionary(fc.constantFrom(...members, '__proto__', 'constructor'), json), fc.record(more))
    .map(([any, known]) => ({ ...any, ...known }));

const id = fc.constantFrom('run_1', 'a', 'b', '__proto__');
const part = fc.oneof(
  json,
  likely(['text', 'image_file', 'refusal', 'index'], { type: fc.constantFrom('text', 'image_file', 'x') }),
  fc.record({
    type: fc.constant('text'),
    index: fc.oneof(json, fc.nat(3)),
    text: likely(['annotations'], {
      value: fc.oneof(json, fc.string({ unit: 'binary' })),
      annotations: fc.array(json),
    }),
  }),
);
const toolCall = fc.oneof(
  json,
  likely(['index', 'function', 'code_interpreter', 'file_search', 'id'], {
    type: fc.constantFrom('function', 'code_interpreter', 'file_search', 'constructor'),
  }),
);
const message = likely(['attachments', 'status', 'role'], {
  object: fc.constant('thread.message'),
  id,
  run_id: id,
  role: fc.constant('assistant'),
  content: fc.oneof(json, fc.array(part)),
});
const details = fc.oneof(
  json,
  fc.record({ type: json, tool_calls: fc.array(toolCall) }),
  likely(['message_creation', 'tool_calls']),
);
const step = likely(['status', 'last_error'], {
  object: fc.constant('thread.run.step'),
  id,
  run_id: id,
  step_details: details,
  status: fc.constantFrom('completed', 'failed', 'in_progress'),
});
const run = likely(['last_error', 'incomplete_details', 'usage', 'required_action'], {
  object: fc.constant('thread.run'),
  id,
  status: fc.constantFrom('completed', 'requires_action', 'failed', 'expired', 'incomplete', 'x'),
  required_action: fc.oneof(json, fc.record({ submit_tool_outputs: fc.record({ tool_calls: fc.array(toolCall) }) })),
});
const anything = fc.oneof(
  json,
  fc.string(),
  message,
  step,
  run,
  fc.record({ object: fc.constant('list'), data: fc.array(fc.oneof(json, message, step, run)) }),
);
const event = fc.tuple(
  fc.constantFrom(
    'thread.run.created',
    'thread.run.completed',
    'thread.run.step.completed',
    'thread.message.completed',
    'error',
    'done',
    '',
    'x',
  ),
  anything,
);
const delta = fc.tuple(
  fc.constantFrom('thread.message.delta', 'thread.run.step.delta'),
  fc.record({
    id,
    delta: fc.oneof(json, fc.record({ content: fc.array(part) }), fc.record({ step_details: details })),
  }),
);

it('reads any answer without throwing, and says where everything stands', () => {
  fc.assert(
    fc.property(fc.array(anything, { maxLength: 4 }), fc.constantFrom(200, 404), (bodies, status) => {
      const exchanges = bodies.map((body, i) =>
        answered('runs.retrieve', { path: `/threads/t/runs/${i}`, status }, body),
      );
      const { facts, unread } = reader.readResponses(exchanges, exchanges.slice(1));
      for (const { path } of [...facts, ...unread]) expect(path).toMatch(/^exchanges\[\d\]\.response\./);
    }),
    { numRuns: tries(400) },
  );
});

it('reads any stream without throwing', () => {
  fc.assert(
    fc.property(fc.array(fc.oneof(event, delta), { maxLength: 8 }), (events) => {
      const { facts, unread } = reader.readResponses([
        streamed('runs.create', { path: '/threads/t/runs', body: {} }, ...events),
      ]);
      for (const { path } of [...facts, ...unread]) expect(path).toMatch(/^exchanges\[0\]\.response\./);
    }),
    { numRuns: tries(400) },
  );
});

it('reads, tells apart and tells again any requests without throwing', () => {
  const members = [
    'assistant_id',
    'messages',
    'tools',
    'tool_resources',
    'content',
    'role',
    'tool_outputs',
    'thread',
    'tool_choice',
    'attachments',
  ];
  const body = fc.oneof(
    json,
    fc.string(),
    likely(members),
    fc.record({ tools: fc.array(json), tool_resources: likely(['code_interpreter', 'file_search']) }),
  );
  const operation = fc.constantFrom(
    ...['assistants.create', 'assistants.update', 'threads.create', 'threads.update', 'messages.create', 'runs.create'],
    ...['threads.createAndRun', 'runs.submitToolOutputs', 'x'],
  );
  fc.assert(
    fc.property(fc.array(fc.tuple(operation, body, anything), { maxLength: 5 }), (asked) => {
      const exchanges = asked.map(([name, said, answer]) =>
        answered(name, { path: '/threads/a/runs/b', body: said }, answer),
      );
      const all = [...exchanges, asks()];
      for (const { paths } of reader.readRequests(all, exchanges)) {
        for (const path of paths.values()) expect(path).toMatch(/^exchanges\[\d\]\.request\.body/);
      }
      expect(reader.callsOf?.(all).flat()).toEqual(all);
      reader.retold?.(all, exchanges);
    }),
    { numRuns: tries(400) },
  );
});
