import { describe, expect, it } from 'vitest';
import type { Definitions } from './definitions.ts';
import { type Widening, widened } from './document.ts';

const definitions: Definitions = {
  Answer: {
    type: 'object',
    properties: { state: { type: 'string', enum: ['done'] }, id: { type: 'string' } },
    required: ['state', 'id'],
    additionalProperties: false,
  },
  Item: { anyOf: [{ $ref: '#/$defs/Answer' }] },
};

const widen = (widening: Omit<Widening, 'reason'>) =>
  widened('some', definitions, [{ reason: 'seen in real answers', ...widening }]);

describe('definitions are widened', () => {
  it('by members that may lack, which stay required and are noted', () => {
    expect(widen({ newlyRequired: { Answer: ['id'] } }).Answer).toMatchObject({
      required: ['state', 'id'],
      newlyRequired: ['id'],
    });
  });

  it('by members that may lack in one union alone', () => {
    const all = widen({ copies: { Item: ['Answer'] }, newlyRequired: { 'Item.Answer': ['id'] } });
    expect(all.Item?.anyOf).toEqual([{ $ref: '#/$defs/Item.Answer' }]);
    expect([all['Item.Answer']?.newlyRequired, all.Answer?.newlyRequired]).toEqual([['id'], undefined]);
  });

  it('by members and values that there are besides', () => {
    const properties = widen({
      members: { Answer: { note: { type: 'null' } } },
      values: { Answer: { state: ['late'] } },
    }).Answer?.properties;
    expect(properties).toMatchObject({
      note: { type: 'null' },
      state: { anyOf: [{ enum: ['done'] }, { enum: ['late'] }] },
    });
  });

  it('by branches of a union, which are definitions of their own', () => {
    const all = widen({ branches: { Item: { Late: { type: 'object' } } } });
    expect(all.Item?.anyOf).toEqual([{ $ref: '#/$defs/Answer' }, { $ref: '#/$defs/Late' }]);
    expect(all.Late).toEqual({ type: 'object' });
  });

  it.each([
    ['a definition that is none', { members: { Nothing: {} } }, 'no such definition'],
    ['a member that is not required', { newlyRequired: { Answer: ['note'] } }, 'not required'],
    ['values of a member that is none', { values: { Answer: { note: [1] } } }, 'no such member'],
    ['branches of what is no union', { branches: { Answer: { Late: {} } } }, 'no union'],
    ['copies of what is no branch', { copies: { Item: ['Item'] } }, 'no such branch'],
    ['a branch that there is', { branches: { Item: { Answer: {} } } }, 'such a definition'],
  ])('not by %s: it would hide the next one', (_, widening, words) => {
    expect(() => widen(widening)).toThrow(words);
  });
});
