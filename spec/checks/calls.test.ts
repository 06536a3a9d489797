import { expect, test } from 'vitest';
import { callIdsMatch } from './calls.ts';

interface Linked {
  readonly callId: string;
  readonly name?: string;
}

/** What is found where the model made calls, and the next request has these. */
const groups = (made: readonly Linked[], calls: readonly Linked[], results: readonly Linked[]): string[] => {
  const facts = made.map(({ callId: id, name }) => ({ fact: { kind: 'call', id, name, arguments: {} } }));
  const contents = [
    ...calls.map((c) => ({ type: 'function-call', ...c })),
    ...results.map((r) => ({ type: 'function-result', result: 1, ...r })),
  ];
  const answer = { messages: [{ role: 'assistant', contents: made.map((c) => ({ type: 'function-call', ...c })) }] };
  const request = { messages: [{ role: 'tool', contents }], options: {}, paths: new Map() };
  const asks = { step: { messages: [], response: answer }, wire: { facts }, requests: [], path: 'steps[0]' };
  const goesOn = { step: { messages: answer.messages }, wire: { facts: [] }, requests: [request], path: 'steps[1]' };
  return callIdsMatch.judge({ steps: [asks, goesOn] } as never).findings.map(({ group }) => group);
};

const [f, g] = [
  { callId: '1', name: 'f' },
  { callId: '2', name: 'g' },
];
const without = ({ name }: Linked): Linked => ({ callId: '', name: name ?? '' });
const unlinked = ({ callId }: Linked): Linked => ({ callId });

test.for<[what: string, made: Linked[], calls: Linked[], results: Linked[], groups: string[]]>([
  ['each has its id', [f, g], [f, g], [g, f], []],
  ['a result is missing', [f, g], [f, g], [f], ['call.unanswered']],
  ['a call is answered twice', [f], [f], [f, f], ['call.answered-twice']],
  [
    'results have names and no ids',
    [f, g],
    [f, g],
    [f, g].map(without),
    ['call.answered-by-name', 'call.answered-by-name'],
  ],
  ['calls have names and no ids', [f], [without(f)], [f], ['call.id-omitted']],
  [
    'one of two calls of a name has no result',
    [f, { ...f, callId: '3' }],
    [f],
    [without(f)],
    ['call.unanswered', 'call.unanswered', 'call.id-not-replayed'],
  ],
  ['results have neither id nor name', [f], [f], [{ callId: '' }], ['call.unanswered', 'answer.unasked']],
  ['calls have neither id nor name', [f], [unlinked({ callId: '' })], [f], ['call.id-not-replayed']],
])('calls and results are linked: %s', ([, made, calls, results, wanted]) =>
  expect(groups(made, calls, results)).toEqual(wanted),
);
