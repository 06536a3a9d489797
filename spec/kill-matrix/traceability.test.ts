import { describe, expect, it, test } from 'vitest';
import { brokenAdapters } from '../../adapters/broken/index.ts';
import { loadExclusions } from './exclusions.ts';
import { type KnownDefect, loadKnownDefects } from './known-defects.ts';
import { traceabilityOf } from './traceability.ts';

const known = await loadKnownDefects();
const few = new Map([...known].slice(0, 3));
const [a, b, c] = [...few.values()] as [KnownDefect, KnownDefect, KnownDefect];

describe('traceability', () => {
  it('follows a known defect to what is modelled on it, or to what is missing, and lists the rest', () => {
    const broken = [
      { id: 'z', caughtBy: 'returns-text', modelledOn: [a.id] },
      { id: 'y', caughtBy: 'returns-text', modelledOn: [a.id] },
    ];
    const exclusions = [{ ids: [b.id], capability: 'time travel', why: 'It shows only yesterday.' }];
    expect(traceabilityOf(few, broken, exclusions)).toEqual({
      traced: {
        [a.id]: { brokenAdapters: ['y', 'z'], checks: ['returns-text'] },
        [b.id]: { excluded: 'time travel', why: 'It shows only yesterday.' },
      },
      open: [c],
    });
  });

  it('refuses what is traced and excluded, excluded twice, or unknown', () => {
    const exclusion = { ids: [a.id], capability: 'time travel', why: 'It shows only yesterday.' };
    const broken = [{ id: 'z', caughtBy: 'returns-text', modelledOn: [a.id] }];
    expect(() => traceabilityOf(few, broken, [exclusion])).toThrow(
      `known defect "${a.id}" is excluded, and "z" is modelled on it`,
    );
    expect(() => traceabilityOf(few, [], [exclusion, exclusion])).toThrow('excluded twice');
    expect(() => traceabilityOf(few, [], [{ ...exclusion, ids: ['B999'] }])).toThrow('no known defect "B999"');
    expect(() => traceabilityOf(few, [{ ...broken[0], modelledOn: ['B998'] } as never], [])).toThrow('"B998"');
  });

  test('every id that a broken adapter or an exclusion names is a known defect’s, and none is both', async () => {
    const { traced, open } = traceabilityOf(known, brokenAdapters, await loadExclusions());
    expect(Object.keys(traced).length + open.length).toBe(known.size);
  });

  test('no known defect is open', async () => {
    const { open } = traceabilityOf(known, brokenAdapters, await loadExclusions());
    expect(open.map(({ id, defect }) => `${id} ${defect}`)).toEqual([]);
  });
});
