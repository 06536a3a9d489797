import { expect, test } from 'vitest';
import { linkTargets, noDeadLinks } from './links.ts';

const targets = linkTargets(['README.md', 'docs/decisions/tools.md', 'spec/contract/tools.ts']);

test('a link leads to a file or a folder of the project, from where it stands', () => {
  const text =
    'See [tools](../../spec/contract/tools.ts#L3), [spec](../../spec/), [web](https://x.example), [here](#top).';
  expect(noDeadLinks({ path: 'docs/decisions/tools.md', text }, targets)).toEqual([]);
});

test('a link that leads nowhere is found with its line', () => {
  const found = noDeadLinks({ path: 'README.md', text: 'a\n[b](spec/contract/tool.ts)' }, targets);
  expect(found).toMatchObject([{ rule: 'no-dead-links', where: 'README.md:2' }]);
});
