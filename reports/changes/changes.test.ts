import { describe, expect, it } from 'vitest';
import { validatorFor } from '../../lib/validator.ts';
import { readShipped, snapshotPath } from '../snapshot/file.ts';
import type { Snapshot, SnapshotIssue, SnapshotVerdict } from '../snapshot/schema.ts';
import { changesBetween } from './changes.ts';
import { issue, small, verdict } from './fixtures/snapshots.ts';
import { Changes } from './schema.ts';

const lists = ['worse', 'inside', 'better', 'fixed', 'restated', 'other'] as const;

/** A small snapshot whose one verdict has these gaps. */
function withGaps(
  gaps: readonly SnapshotIssue[],
  rest: Partial<SnapshotVerdict> = {},
  more: Partial<Snapshot> = {},
): Snapshot {
  const told = gaps.map(({ id }) => ({ issue: id, conversations: 1 }));
  return small({
    verdicts: [verdict({ word: 'works-with-gaps', gaps: told, ...rest })],
    knownIssues: [...gaps],
    ...more,
  });
}

/** The lists with something in them, and how much. */
const shape = (changes: Changes) =>
  Object.fromEntries(lists.flatMap((list) => (changes[list].length > 0 ? [[list, changes[list].length]] : [])));

const [citations, usage] = [issue('citations'), issue('usage')];

describe('a cell', () => {
  it('is in the list of worse ones where its word is, with the issues that are new there and the versions that moved', () => {
    const after = withGaps([citations]);
    const [lib] = after.libraries;
    if (lib?.adapters[0])
      lib.adapters[0].packages = { '@lib/core': '1.1.0', '@lib/tools': '2.0.0', '@lib/new': '0.1.0' };
    const changes = changesBetween(small(), after);
    expect(shape(changes)).toEqual({ worse: 1 });
    expect(changes.worse[0]).toMatchObject({
      library: 'lib',
      tool: 'web-search',
      providerApi: 'anthropic',
      before: 'works',
      after: 'works-with-gaps',
    });
    expect(changes.worse[0]?.issues).toEqual([
      {
        change: 'new',
        id: citations.id,
        title: citations.title,
        impact: 'loses',
        upstream: 'not told yet',
        conversations: { before: 0, after: 1 },
      },
    ]);
    expect(changes.worse[0]?.packages).toEqual([
      { name: '@lib/core', before: '1.0.0', after: '1.1.0' },
      { name: '@lib/new', after: '0.1.0' },
    ]);
    expect(changes.unchanged).toEqual([]);
  });

  it('is in the list of better ones the other way round, with the issues that are gone', () => {
    const changes = changesBetween(withGaps([citations]), small());
    expect(shape(changes)).toEqual({ better: 1 });
    expect(changes.better[0]?.issues).toMatchObject([
      { change: 'gone', id: citations.id, conversations: { before: 1, after: 0 } },
    ]);
  });

  it.each<[string, Snapshot, Snapshot]>([
    ['a new issue', withGaps([citations]), withGaps([citations, usage])],
    ['a new issue beside one that is gone, such as one that was renamed', withGaps([citations]), withGaps([usage])],
    [
      'a new gap that no known issue covers',
      withGaps([citations]),
      withGaps([citations], {
        gaps: [
          { issue: citations.id, conversations: 1 },
          { title: 'Usage is returned.', impact: 'loses', conversations: 1 },
        ],
      }),
    ],
    [
      'a new issue of odd conversations',
      withGaps([citations]),
      withGaps([citations], { otherIssues: [usage.id] }, { knownIssues: [citations, usage] }),
    ],
    [
      'more conversations with an issue',
      withGaps([citations]),
      withGaps([citations], { gaps: [{ issue: citations.id, conversations: 3 }] }),
    ],
    [
      'an issue of odd conversations that core ones have as well',
      withGaps([citations], { otherIssues: [usage.id] }, { knownIssues: [citations, usage] }),
      withGaps([citations, usage]),
    ],
    ['an issue that breaks now', withGaps([citations]), withGaps([{ ...citations, impact: 'breaks' }])],
    ['fewer core conversations', small(), small({ verdicts: [verdict({ core: { passed: 1, of: 2 } })] })],
    ['fewer extended conversations', small(), small({ verdicts: [verdict({ extended: { passed: 2, of: 3 } })] })],
    ['fewer edge conversations', small(), small({ verdicts: [verdict({ edge: { passed: 3, of: 4 } })] })],
    ['a trial that fails', small(), small({ verdicts: [verdict({ robustness: { passed: 59, of: 60 } })] })],
  ])('whose word stays is worse inside: %s', (_, before, after) => {
    const changes = changesBetween(before, after);
    expect(shape(changes)).toEqual({ inside: 1 });
    expect(changes.inside[0]?.before).toBe(changes.inside[0]?.after);
  });

  it.each<[string, Snapshot, Snapshot]>([
    ['an issue is gone', withGaps([citations, usage]), withGaps([citations])],
    [
      'fewer conversations have one',
      withGaps([citations], { gaps: [{ issue: citations.id, conversations: 3 }] }),
      withGaps([citations]),
    ],
    ['an issue is lighter', withGaps([{ ...citations, impact: 'breaks' }]), withGaps([citations])],
    ['a trial passes now', small({ verdicts: [verdict({ robustness: { passed: 49, of: 50 } })] }), small()],
  ])('whose word stays is better inside: %s', (_, before, after) => {
    expect(shape(changesBetween(before, after))).toEqual({ fixed: 1 });
  });

  const intended = { ...citations, state: 'by_design' as const };

  it.each<[string, Snapshot, Snapshot, object]>([
    [
      'by design, so that the word is better',
      withGaps([citations], { core: { passed: 0, of: 2 } }),
      small({ verdicts: [verdict({ otherIssues: [intended.id] })], knownIssues: [intended] }),
      { before: 'works-with-gaps', after: 'works', issues: [{ change: 'restated', state: 'by_design' }] },
    ],
    [
      'confirmed, so that the word is worse',
      small({ verdicts: [verdict({ otherIssues: [intended.id] })], knownIssues: [intended] }),
      withGaps([citations], { core: { passed: 0, of: 2 } }),
      { before: 'works', after: 'works-with-gaps', issues: [{ change: 'restated', stateBefore: 'by_design' }] },
    ],
    [
      'new, and unconfirmed',
      small(),
      small({ verdicts: [verdict({ otherIssues: [usage.id] })], knownIssues: [{ ...usage, state: 'unconfirmed' }] }),
      { before: 'works', after: 'works', issues: [{ change: 'new', state: 'unconfirmed' }] },
    ],
  ])('whose code is what it was is told as such: an issue is %s', (_, before, after, told) => {
    const changes = changesBetween(before, after);
    expect(shape(changes)).toEqual({ restated: 1 });
    expect(changes.restated[0]).toMatchObject(told);
  });

  it('is worse where an issue is restated and trials fail', () => {
    const before = withGaps([citations], { otherIssues: [usage.id] }, { knownIssues: [citations, usage] });
    const trials = { otherIssues: [usage.id], robustness: { passed: 49, of: 50 } };
    const after = withGaps([citations], trials, { knownIssues: [citations, { ...usage, state: 'disputed' }] });
    expect(shape(changesBetween(before, after))).toEqual({ inside: 1 });
  });

  it.each<[string, Snapshot, Snapshot]>([
    ['it is judged now', small({ verdicts: [] }), withGaps([citations], { word: 'does-not-work' })],
    ['it is judged no longer', small(), small({ verdicts: [verdict({ word: 'not-judged' })] })],
    [
      'the provider offers the tool no longer',
      small(),
      small({ verdicts: [], providerApis: small().providerApis.map((api) => ({ ...api, tools: {} })) }),
    ],
  ])('is neither worse nor better where %s', (_, before, after) => {
    expect(shape(changesBetween(before, after))).toEqual({ other: 1 });
  });

  it('is worse where a tool that is not offered is no longer rejected', () => {
    const providerApis = small().providerApis.map((api) => ({ ...api, tools: {} }));
    const of = (word: SnapshotVerdict['word']) => small({ providerApis, verdicts: [verdict({ word })] });
    expect(shape(changesBetween(of('not-offered'), of('not-offered-not-rejected')))).toEqual({ worse: 1 });
    expect(shape(changesBetween(of('not-offered-not-rejected'), of('not-offered')))).toEqual({ better: 1 });
  });
});

it('takes a conversation that is in the suite no longer for nothing', () => {
  const after = small({ verdicts: [verdict({ core: { passed: 1, of: 1 } })] });
  const changes = changesBetween(small(), after);
  expect(shape(changes)).toEqual({});
  expect(changes.unchanged).toEqual([{ library: 'lib', packages: [] }]);
});

it('says nothing of the cells of what only one of two has, but that it is new or gone', () => {
  const [web, mcp] = small().tools;
  const [api] = small().providerApis;
  const [lib] = small().libraries;
  if (!web || !mcp || !api || !lib) expect.fail('the small snapshot lacks something');
  const other = small({
    tools: [web],
    providerApis: [api, { ...api, id: 'google' }],
    libraries: [
      { ...lib, adapters: [...lib.adapters, { id: 'lib-google', providerApi: 'google', packages: {} }] },
      { ...lib, id: 'other' },
    ],
    verdicts: [verdict(), verdict({ library: 'other', word: 'does-not-work' })],
  });
  const nothing = { libraries: [], tools: [], providerApis: [], adapters: [] };
  const changes = changesBetween(small(), other);
  expect(shape(changes)).toEqual({});
  expect(changes).toMatchObject({
    new: { ...nothing, libraries: ['other'], providerApis: ['google'] },
    gone: { ...nothing, tools: ['remote-mcp'] },
    unchanged: [],
  });
  const without = { ...other, libraries: [lib] };
  expect(changesBetween(other, without).gone).toEqual({
    ...nothing,
    libraries: ['other'],
    adapters: [{ library: 'lib', providerApi: 'google' }],
  });
});

it('tells what providers changed, with the libraries that have an adapter for it', () => {
  const [api] = small().providerApis;
  if (!api) expect.fail('the small snapshot has no provider API');
  const { 'web-search': _, ...tools } = api.tools;
  const after = small({
    verdicts: [],
    providerApis: [
      {
        ...api,
        lifecycle: 'deprecated',
        until: '2027-01-01',
        tools: { ...tools, 'remote-mcp': { support: 'yes', lifecycle: 'ga' } },
      },
    ],
  });
  expect(changesBetween(small(), after).providers).toEqual([
    {
      providerApi: 'anthropic',
      before: { lifecycle: 'ga' },
      after: { lifecycle: 'deprecated', until: '2027-01-01' },
      libraries: ['lib'],
    },
    {
      providerApi: 'anthropic',
      tool: 'web-search',
      before: { support: 'yes', lifecycle: 'ga' },
      after: { support: 'no' },
      libraries: ['lib'],
    },
    {
      providerApi: 'anthropic',
      tool: 'remote-mcp',
      before: { support: 'yes', lifecycle: 'preview' },
      after: { support: 'yes', lifecycle: 'ga' },
      libraries: ['lib'],
    },
  ]);
});

it('names the libraries whose new versions change nothing', () => {
  const after = small();
  const [lib] = after.libraries;
  if (lib?.adapters[0]) lib.adapters[0].packages['@lib/core'] = '1.2.0';
  expect(changesBetween(small(), after)).toMatchObject({
    unchanged: [{ library: 'lib', packages: [{ name: '@lib/core', before: '1.0.0', after: '1.2.0' }] }],
  });
});

describe('the snapshot that comes with this project', () => {
  const shipped = readShipped(snapshotPath);
  const nothing = { libraries: [], tools: [], providerApis: [], adapters: [] };

  it('differs from itself in nothing', () => {
    const changes = changesBetween(shipped, shipped);
    expect(shape(changes)).toEqual({});
    expect(changes).toMatchObject({ providers: [], new: nothing, gone: nothing });
    expect(changes.unchanged.map(({ library }) => library)).toEqual(shipped.libraries.map(({ id }) => id));
  });

  it('without its known issues is better in as many cells as have a confirmed one, and worse in them the other way round', () => {
    const clean: Snapshot = {
      ...shipped,
      knownIssues: [],
      verdicts: shipped.verdicts.map((v) => ({ ...v, gaps: [], otherIssues: [] })),
    };
    const states = new Map(shipped.knownIssues.map(({ id, state }) => [id, state]));
    const flawed = shipped.verdicts.filter(
      ({ gaps, otherIssues }) => gaps.length > 0 || otherIssues.some((id) => states.get(id) === undefined),
    );
    const [better, worse] = [changesBetween(shipped, clean), changesBetween(clean, shipped)];
    expect(better.fixed).toHaveLength(flawed.length);
    expect(worse.inside).toHaveLength(flawed.length);
    const fits = validatorFor(Changes);
    expect(fits(worse), JSON.stringify(fits.errors)).toBe(true);
  });
});
