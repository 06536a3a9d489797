import { describe, expect, test } from 'vitest';
import { Order, type Played, play, type ReadyCase } from './play.ts';

const played: string[] = [];
const ready = (id: string, result: Played = { green: true }): ReadyCase => ({
  id,
  run: async () => {
    played.push(id);
    return result;
  },
});
const nothing = () => undefined;

describe('a mutant', () => {
  test('is left green by cases that all are', async () => {
    expect(await play([ready('a'), ready('b')], nothing)).toEqual({ killed: false, ran: 2 });
  });

  test('is killed by the first case that is not green, and no more are played', async () => {
    played.length = 0;
    const cases = [ready('a'), ready('b', { green: false, why: 'fail: x' }), ready('c')];
    expect(await play(cases, nothing)).toEqual({ killed: true, by: 'b', why: 'fail: x', ran: 2 });
    expect(played).toEqual(['a', 'b']);
  });

  test('is killed by what is rejected with nobody listening, though the case was green', async () => {
    const strayed: string[] = [];
    const leaks: ReadyCase = {
      id: 'a',
      run: async () => {
        setImmediate(() => strayed.push('unhandled rejection'));
        return { green: true };
      },
    };
    expect(await play([leaks], () => strayed[0])).toMatchObject({ killed: true, by: 'a', why: 'unhandled rejection' });
  });
});

test('cases that killed most are asked first; the others keep their order', () => {
  const order = new Order();
  for (const id of ['c', 'b', 'c']) order.killed(id);
  expect(order.of(['a', 'b', 'c', 'd'].map((id) => ready(id))).map(({ id }) => id)).toEqual(['c', 'b', 'a', 'd']);
});
