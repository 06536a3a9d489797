import { expect, test } from 'vitest';
import type { Exchange } from '../../recordings/format/exchange.ts';
import type { Conditions } from './conditions.ts';
import { dropUnrequestedChoices } from './drop-unrequested-choices.ts';

const conditions: Conditions = {
  operations: ['create'],
  members: {},
  choices: { answer: 'choices', index: 'index', request: 'n' },
  source: { title: 'x' },
};

const two = JSON.stringify({ choices: [{ index: 0 }, { index: 1 }] });
const last = JSON.stringify({ choices: [], usage: {} });
const second = JSON.stringify({ choices: [{ index: 1 }] });

const answered = (body: object, transport: 'json' | 'sse', text: string): string => {
  const request = { method: 'POST', url: 'https://api.example', headers: [], body: { text: JSON.stringify(body) } };
  const exchange: Exchange = {
    operation: 'create',
    transport,
    request,
    response: { status: 200, headers: [], body: { text } },
  };
  return dropUnrequestedChoices([conditions], exchange).body.text;
};

test('dropUnrequestedChoices keeps the choices that the request asks for', () => {
  expect(answered({ n: 2 }, 'json', two)).toBe(two);
  expect(answered({ n: 1 }, 'json', two)).toBe('{"choices":[{"index":0}]}');
  expect(answered({}, 'json', two)).toBe('{"choices":[{"index":0}]}');
  expect(answered({}, 'json', last)).toBe(last);
});

test('dropUnrequestedChoices drops events of other choices alone', () => {
  const events = (...all: string[]) => all.map((data) => `data: ${data}\n\n`).join('');
  const left = events('{"choices":[{"index":0}]}', last, '[DONE]');
  expect(answered({ n: 1 }, 'sse', events(two, second, last, '[DONE]'))).toBe(left);
});

test('dropUnrequestedChoices leaves the usage of a dropped event to the one before it', () => {
  const first = JSON.stringify({ choices: [{ index: 0 }], id: 'a' });
  const usage = JSON.stringify({ choices: [{ index: 1 }], id: 'b', usage: { n: 1 } });
  const [event] = answered({}, 'sse', `data: ${first}\n\ndata: ${usage}\n\n`).split('\n\n');
  expect(JSON.parse(event?.slice(6) ?? '')).toEqual({ choices: [{ index: 0 }], id: 'a', usage: { n: 1 } });
});
