import { expect, it, test } from 'vitest';
import {
  all,
  append,
  change,
  copy,
  double,
  drop,
  first,
  last,
  meets,
  merge,
  move,
  prepend,
  replace,
  set,
  until,
} from './operations.ts';

const body = {
  model: 'm',
  messages: [
    { role: 'user', content: [{ type: 'text', text: 'a' }] },
    {
      role: 'tool',
      content: [
        { type: 'result', id: 1 },
        { type: 'text', text: 'b' },
        { type: 'result', id: 2 },
      ],
    },
  ],
};

/** What an operation makes of the body's second message, whose content is a list. */
const contentAfter = (operation: ReturnType<typeof drop>): unknown =>
  (operation(body)[0] as typeof body).messages[1]?.content;

const [one, text, two] = [
  { type: 'result', id: 1 },
  { type: 'text', text: 'b' },
  { type: 'result', id: 2 },
];

test.for([
  ['drop an item', drop('messages[].content[type=text]'), [one, two]],
  ['drop a member', drop('messages[].content[].id'), [{ type: 'result' }, text, { type: 'result' }]],
  [
    'drop one of several members',
    drop('messages[].content[].id|text'),
    [{ type: 'result' }, { type: 'text' }, { type: 'result' }],
  ],
  ['drop at any depth', drop('**.id'), [{ type: 'result' }, text, { type: 'result' }]],
  ['drop items that meet two conditions', drop('messages[role=tool].content[type=res*,id!=1]'), [one, text]],
  ['set a member, also an absent one', set('messages[].content[type=text].id', 3), [one, { ...text, id: 3 }, two]],
  ['set an item', set('messages[].content[id]', 0), [0, text, 0]],
  ['merge members', merge('messages[].content[id=2]', { ok: true }), [one, text, { ...two, ok: true }]],
  ['copy a member', copy('messages[].content[].id', 'callId'), [{ ...one, callId: 1 }, text, { ...two, callId: 2 }]],
  ['move a member', move('messages[].content[].text', 'words'), [one, { type: 'text', words: 'b' }, two]],
  ['move to no place', move('messages[].content[].text', 'nowhere.words'), [one, text, two]],
  ['double an item', double('messages[].content[type=text]'), [one, text, text, two]],
  ['keep the first', first('messages[].content[type=result]'), [one, text]],
  ['keep the last', last('messages[].content[]'), [two]],
  ['keep what stands before an end', until('messages[].content', meets('type=text')), [one]],
  ['append', append('messages[role=tool].content', 1), [one, text, two, 1]],
  ['prepend', prepend('messages[role=tool].content', 1), [1, one, text, two]],
  ['change, knowing the place', change('messages[].content[]', (_, i) => i), [0, 1, 2]],
  ['replace by several', replace('messages[].content[type=text]', (item) => [item, 1]), [one, text, 1, two]],
  ['one after the other', all(drop('messages[].content[id=1]'), first('messages[].content[]')), [text]],
] as const)('%s', ([, operation, expected]) => {
  expect(contentAfter(operation)).toEqual(expected);
});

it('leaves what it is given as it is, and is nothing where there is no such place', () => {
  const before = structuredClone(body);
  for (const operation of [drop('messages[].content[]'), set('messages[].role', 'x')]) operation(body);
  expect(body).toEqual(before);
  const idle = [drop('input[type=text]', 'model.name'), set('input.text', 1), first('input[]'), copy('none', 'model')];
  expect(idle.map((operation) => operation(body)[0])).toEqual(idle.map(() => body));
});

it('gives nothing where the whole is dropped, and does not look into what is no object', () => {
  expect(drop('[model=m]')(body)).toEqual([]);
  expect(drop('[model!=m]')(body)).toEqual([body]);
  expect(drop('[a=b]', 'a', '**.a')('[DONE]')).toEqual(['[DONE]']);
});

test.for([
  ['name', true],
  ['!name', false],
  ['nothing', false],
  ['!nothing', true],
  ['nothing=null', true],
  ['absent=*', false],
  ['absent!=a', true],
  ['name=a|b.c', true],
  ['name=bxc', false],
  ['deep.size=1', true],
  ['deep.size=1,!name', false],
])('meets %s: %s', ([conditions, expected]) => {
  expect(meets(conditions as string)({ name: 'b.c', nothing: null, deep: { size: 1 } })).toBe(expected);
});

it('refuses what is no condition', () => {
  expect(() => meets('type==')).not.toThrow();
  expect(() => meets('a b')).toThrow('"a b" is no condition of a path');
});
