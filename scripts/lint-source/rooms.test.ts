import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { projectFiles } from './project-files.ts';
import { drawRooms, rooms, withDrawing } from './rooms.ts';

const root = join(import.meta.dirname, '../..');
const page = join(root, 'docs/architecture.md');

it('docs/architecture.md shows the imports of the code; `npx vitest run rooms -u` draws them again', async () => {
  const paths = projectFiles(root).filter((path) => /\.(ts|mjs)$/.test(path));
  const files = await Promise.all(
    paths.map(async (path) => ({ path, text: await readFile(join(root, path), 'utf8') })),
  );
  await expect(withDrawing(await readFile(page, 'utf8'), drawRooms(files))).toMatchFileSnapshot(page);
});

const file = (path: string, ...imports: string[]) => ({
  path,
  text: imports.map((name) => `import '${name}';`).join('\n'),
});
const nodeOf = (path: string) => `r${rooms.findIndex(({ paths }) => paths.test(path))}`;

it('leaves out what others lead around, tests and lib', () => {
  const drawing = drawRooms([
    file('scripts/a.ts', '../reports/b.ts', '../matrix/c.ts', '../lib/d.ts'),
    file('reports/b.ts', '../matrix/c.ts'),
    file('reports/b.test.ts', '../scripts/a.ts'),
  ]);
  const [scripts, reports, matrix] = ['scripts/a.ts', 'reports/b.ts', 'matrix/c.ts'].map(nodeOf);
  expect(drawing.match(/r\d+ --> r\d+/g)).toEqual([`${scripts} --> ${reports}`, `${reports} --> ${matrix}`]);
});

it('rejects rooms that import each other, and files without a room', () => {
  expect(() => drawRooms([file('reports/b.ts', '../matrix/c.ts'), file('matrix/c.ts', '../reports/b.ts')])).toThrow(
    /imports itself through other rooms/,
  );
  expect(() => drawRooms([file('attic/a.ts', '../matrix/c.ts')])).toThrow(/attic\/a\.ts is in no room/);
});
