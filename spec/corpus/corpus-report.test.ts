import { describe, expect, it } from 'vitest';
import { type FileReport, isFaithful, sumUp } from './corpus-report.ts';
import type { Outcome } from './replay-call.ts';

const fine: Outcome = { read: true, compared: 3, differences: [], unread: [] };
const lost: Outcome = {
  read: true,
  compared: 2,
  differences: [
    {
      level: 'MUST',
      kind: 'lost',
      factKind: 'call',
      group: 'call.missing',
      wire: { fact: { kind: 'call', name: 'f', arguments: {} }, path: 'exchanges[1].response.body.content[0]' },
      message: 'the response has a call',
    },
  ],
  unread: [
    { side: 'request', path: 'p', what: 'tool.cache_control' },
    { side: 'response', path: 'p', what: 'citation' },
    { side: 'response', path: 'p', what: 'compaction' },
    { side: 'response', path: 'p', what: 'citation' },
  ],
};
const contradictory: Outcome = { read: false, compared: 0, differences: [], contradiction: 'two ends', unread: [] };
const failed: Outcome = { read: false, compared: 0, differences: [], error: 'the adapter threw', unread: [] };
const report = (...outcomes: Outcome[][]): FileReport => ({
  name: 'anthropic-messages/00000000.json',
  parts: outcomes.map((list, i) => ({ place: `exchanges[${i}]`, exchanges: 1, outcomes: list })),
});
const sum = (...files: FileReport[]) => sumUp('anthropic', 'fake-anthropic', files);

describe('sumUp', () => {
  it('counts exchanges, facts and faults, and says where each fault is', () => {
    const notServed: FileReport = {
      name: 'anthropic-messages/11111111.json',
      parts: [
        { place: 'exchanges[0]', exchanges: 1, outcomes: [], notServed: 'frames' },
        { place: 'exchanges[1]', exchanges: 1, outcomes: [], aside: 'no such operation' },
      ],
    };
    expect(sum(report([fine], [lost], [failed]), notServed)).toEqual({
      providerApi: 'anthropic',
      adapter: 'fake-anthropic',
      files: 2,
      exchanges: 4,
      aside: 1,
      calls: 3,
      read: 2,
      facts: 5,
      lost: 1,
      changed: 0,
      invented: 0,
      errors: 1,
      notServed: 1,
      contradictory: 0,
      differences: [
        {
          file: 'anthropic-messages/00000000.json',
          kind: 'lost',
          factKind: 'call',
          wirePath: 'exchanges[1].response.body.content[0]',
          message: 'the response has a call',
        },
      ],
      errorList: [{ file: 'anthropic-messages/00000000.json', place: 'exchanges[2]', message: 'the adapter threw' }],
      asideList: [{ file: 'anthropic-messages/11111111.json', place: 'exchanges[1]', message: 'no such operation' }],
      notServedList: [{ file: 'anthropic-messages/11111111.json', place: 'exchanges[0]', message: 'frames' }],
      contradictoryList: [],
      unread: [
        { side: 'response', what: 'citation', count: 2 },
        { side: 'response', what: 'compaction', count: 1 },
        { side: 'request', what: 'tool.cache_control', count: 1 },
      ],
    });
  });

  it('sets apart what contradicts itself', () => {
    const { read, contradictory: count, contradictoryList } = sum(report([fine], [fine, contradictory]));
    expect({ read, count }).toEqual({ read: 1, count: 1 });
    expect(contradictoryList).toEqual([
      { file: 'anthropic-messages/00000000.json', place: 'exchanges[1]', message: 'two ends' },
    ]);
  });

  it('takes an exchange for read when all of its streams are', () => {
    expect(sum(report([fine, fine])).read).toBe(1);
    expect(sum(report([fine, { ...fine, read: false }])).read).toBe(0);
  });

  it('counts every exchange of a call', () => {
    const call = (outcome: Outcome): FileReport => ({
      name: 'x/0.json',
      parts: [{ place: 'exchanges[0]', exchanges: 5, outcomes: [outcome] }],
    });
    expect(sum(call(fine), call(contradictory), call(failed))).toMatchObject({
      calls: 3,
      exchanges: 15,
      read: 5,
      contradictory: 5,
      errors: 1,
    });
  });
});

describe('isFaithful', () => {
  it.each<[string, FileReport, boolean]>([
    ['all was read', report([fine], [fine]), true],
    ['something was lost', report([fine], [lost]), false],
    ['an adapter failed', report([fine], [failed]), false],
    ['a recording contradicts itself', report([fine], [contradictory]), true],
    ['something was not read', report([fine], [{ ...fine, read: false }]), false],
    ['there was nothing', report(), false],
  ])('%s: %#', (_, file, faithful) => {
    expect(isFaithful(sum(file))).toBe(faithful);
  });
});
