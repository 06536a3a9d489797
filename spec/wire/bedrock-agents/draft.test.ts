import { expect, it } from 'vitest';
import type { Exchange } from '../../../recordings/format/exchange.ts';
import { askingDraft, controlled, frameExchange } from './example-exchange.ts';
import { bedrockAgentsReader } from './reader.ts';

const group = (name: string, more: object = {}) => ({
  actionGroupName: name,
  actionGroupExecutor: { customControl: 'RETURN_CONTROL' },
  functionSchema: { functions: [{ name, parameters: {} }] },
  actionGroupState: 'ENABLED',
  ...more,
});
const declares = (body: object, id = 'G', status?: number) =>
  controlled('createAgentActionGroup', body, { agentActionGroup: { actionGroupId: id } }, status);
const prepares = controlled('prepareAgent', {}, { agentStatus: 'PREPARING' });
const deletes = (status = 204) => controlled('deleteAgentActionGroup', {}, {}, status);

const reading = (exchanges: Exchange[], earlier: Exchange[] = []) => {
  const readings = bedrockAgentsReader.readRequests(exchanges, earlier);
  expect(readings).toHaveLength(1);
  return readings[0] as NonNullable<(typeof readings)[0]>;
};
const namesIn = (...exchanges: Exchange[]) =>
  (reading([...exchanges, askingDraft()]).options.tools ?? []).map((tool) => ('name' in tool ? tool.name : tool.type));

it('the draft has what was declared when it was prepared last', () => {
  expect(namesIn(declares(group('f')), prepares)).toEqual(['f']);
  expect(namesIn(declares(group('f')))).toEqual([]);
  expect(namesIn(declares(group('f')), prepares, declares(group('g'), 'H'))).toEqual(['f']);
  expect(namesIn(declares(group('f')), prepares, deletes())).toEqual(['f']);
  expect(namesIn(declares(group('f')), deletes(), declares(group('g'), 'H'), prepares)).toEqual(['g']);
  expect(namesIn(declares(group('f'), 'G', 400), prepares)).toEqual([]);
  expect(namesIn(declares(group('f', { actionGroupState: 'DISABLED' })), prepares)).toEqual([]);
});

it('another alias is not the draft', () => {
  const exchanges = [declares(group('f')), prepares, askingDraft(frameExchange(), 'ALIAS00001')];
  expect(reading(exchanges).options.tools).toBeUndefined();
});

it('a tool has its place in the call that declared it, and is kept for later ones as it was declared', () => {
  const raw = { actionGroupName: 'ask', parentActionGroupSignature: 'AMAZON.UserInput', actionGroupState: 'ENABLED' };
  const call = [declares(group('f', { newMember: 1 })), declares(raw, 'H'), prepares, askingDraft()];
  const first = reading(call);
  expect(first.exchange).toBe(3);
  expect(first.options.tools?.map((tool) => first.paths.get(tool))).toEqual([
    'exchanges[0].request.body.functionSchema.functions[0]',
    'exchanges[1].request.body',
  ]);
  expect(first.unread).toEqual([{ path: 'exchanges[0].request.body.newMember', what: 'tool.newMember' }]);
  const later = reading([askingDraft()], call);
  expect(later.options.tools).toEqual(first.options.tools);
  expect(later.options.tools?.map((tool) => later.paths.has(tool))).toEqual([false, false]);
  expect(later.kept?.get(later.options.tools?.[1] ?? {})).toEqual(raw);
  expect(later.unread).toEqual([]);
});

it('actions on a screen are known by the group that the draft was given', () => {
  const parameters = { display_width_px: '800', display_height_px: '600' };
  const screen = {
    actionGroupName: 'eyes',
    parentActionGroupSignature: 'ANTHROPIC.Computer',
    parentActionGroupSignatureParams: parameters,
  };
  const called = { actionGroup: 'eyes', function: 'computer', parameters: [{ name: 'action', value: 'screenshot' }] };
  const answer = askingDraft(
    frameExchange(['returnControl', { invocationId: 'i', invocationInputs: [{ functionInvocationInput: called }] }]),
  );
  const kindsOf = (exchanges: Exchange[], earlier: Exchange[] = []) =>
    bedrockAgentsReader.readResponses(exchanges, earlier).facts.map(({ fact }) => fact.kind);
  const before = [declares(screen), prepares];
  expect(kindsOf([...before, answer])).toEqual(['action-call', 'finish']);
  expect(kindsOf([answer], before)).toEqual(['action-call', 'finish']);
  expect(kindsOf([answer])).toEqual(['call', 'finish']);
});

it('the control plane says what went wrong, and nothing else', () => {
  const agent = { agentStatus: 'FAILED', failureReasons: ['no', 'role'] };
  const exchanges = [
    declares(group('f')),
    prepares,
    controlled('getAgent', {}, { agent: { agentStatus: 'PREPARED' } }),
    deletes(404),
    controlled('getAgent', {}, { agent }),
    declares(group('f'), 'G', 400),
  ];
  const { facts, unread } = bedrockAgentsReader.readResponses(exchanges);
  expect(unread).toEqual([]);
  expect(facts).toEqual([
    { fact: { kind: 'error', code: 'FAILED', message: 'no role' }, path: 'exchanges[4].response.body' },
    { fact: expect.objectContaining({ kind: 'error', status: 400 }), path: 'exchanges[5].response.body' },
  ]);
});

it('a group is made until it is deleted, or gone, and the draft is prepared without it', () => {
  const isDeleted = (...exchanges: Exchange[]) => bedrockAgentsReader.made?.(exchanges).map((made) => made.isDeleted);
  expect(isDeleted(declares(group('f')))).toEqual([false]);
  expect(isDeleted(declares(group('f')), deletes())).toEqual([false]);
  expect(isDeleted(declares(group('f')), prepares, deletes())).toEqual([false]);
  expect(isDeleted(declares(group('f')), deletes(), prepares)).toEqual([true]);
  expect(isDeleted(declares(group('f')), deletes(404), prepares)).toEqual([true]);
  expect(isDeleted(declares(group('f')), deletes(409), prepares)).toEqual([false]);
  expect(isDeleted(declares(group('f'), 'G', 400))).toEqual([]);
});
