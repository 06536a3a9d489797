import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { toolIds } from '../../matrix/ids.ts';
import { joined, loadScenarioFile, loadScenarios } from './load.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'scenarios-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const file = (name: string, text: string) => writeFile(join(folder, name), text);
const head = 'tool: shell\nrejection:\n  tools: [{ type: shell }]\n';
const scenario = `  - id: one
    title: One
    purpose: Test
    options: {}
    turns: [{ user: Hi }]
    expect: [[{ kind: text }]]
`;

test('every tool of the matrix has a scenario file, in the order of the rows; break-glass comes last', async () => {
  expect((await loadScenarios()).map((f) => f.tool)).toEqual([...toolIds, 'break-glass']);
});

test('a mistyped member is named with its place and what was meant', async () => {
  await file('shell.yaml', `${head}scenarios:\n${scenario.replace('purpose:', 'porpose:')}`);
  const error = await loadScenarios(folder).catch((e) => e);
  expect(String(error)).toMatch(/shell\.yaml:\d+:\d+/);
  expect(String(error)).toContain('lacks the member "purpose"');
});

test('a fact of a kind that there is not is refused', async () => {
  await file('shell.yaml', `${head}scenarios:\n${scenario.replace('kind: text', 'kind: txt')}`);
  await expect(loadScenarios(folder)).rejects.toThrow('has an unknown "kind": "txt"');
});

test('a file that says another tool than its name is refused', async () => {
  await file('web-fetch.yaml', `${head}scenarios: []\n`);
  await expect(loadScenarios(folder)).rejects.toMatchObject({
    hint: expect.stringContaining('rename the file to shell.yaml'),
  });
});

test('two scenarios of one id, or one that takes the rejection’s, are refused', async () => {
  await file('shell.yaml', `${head}scenarios:\n${scenario}${scenario}`);
  await expect(loadScenarios(folder)).rejects.toThrow('two scenarios "one"');
  await file('shell.yaml', `${head}scenarios:\n${scenario.replace('id: one', 'id: reject-unsupported-tool')}`);
  await expect(loadScenarios(folder)).rejects.toThrow('two scenarios "reject-unsupported-tool"');
});

test('what one provider API alone can play lies with it, and comes behind what all can', async () => {
  const read = async (path: string, text: string) => {
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, text);
    return { path, file: await loadScenarioFile(path) };
  };
  const tiered = scenario.replace('title: One', 'title: One\n    tier: core');
  const all = await read(join(folder, 'shell.yaml'), `${head}scenarios:\n${tiered}`);
  const own = join(folder, 'provider-apis/google/scenarios/shell.yaml');
  const text = `tool: shell\nrejection: { tools: [{ type: code-interpreter }] }\nscenarios:\n${tiered}`;
  const other = { ...(await read(own, text.replace('id: one', 'id: two'))), providerApi: 'google' };
  const [shell] = joined([all, other]);
  expect(shell?.scenarios.map(({ id, providerApis }) => [id, providerApis])).toEqual([
    ['one', undefined],
    ['two', ['google']],
  ]);
  expect(shell?.rejection?.declaredAs).toEqual({ google: [{ type: 'code-interpreter' }] });
  const twice = { ...(await read(own, text)), providerApi: 'google' };
  expect(() => joined([all, twice])).toThrow('scenario "one" of shell exists already');
  expect(() => joined([other])).toThrow('tool "shell" has no file in spec/scenarios');
});

test('what findings do in a conversation may be said of checks that there are', async () => {
  const impacts = (check: string) =>
    scenario.replace(
      'options:',
      `tier: core\n    impacts: [{ check: ${check}, group: call.*, impact: differs, reason: Test }]\n    options:`,
    );
  await file('shell.yaml', `${head}scenarios:\n${impacts('returns-function-calls')}`);
  const [shell] = await loadScenarios(folder);
  expect(shell?.scenarios[0]?.impacts).toMatchObject([{ check: 'returns-function-calls', impact: 'differs' }]);
  await file('shell.yaml', `${head}scenarios:\n${impacts('returns-function-call')}`);
  await expect(loadScenarios(folder)).rejects.toMatchObject({
    hint: expect.stringContaining('returns-function-calls'),
  });
});

test('text that is no YAML is refused with line and column', async () => {
  await file('shell.yaml', 'tool: [shell\n');
  await expect(loadScenarios(folder)).rejects.toMatchObject({ where: expect.stringMatching(/shell\.yaml:\d+:\d+$/) });
});

test('a tool without a rejection is an error', async () => {
  await file('shell.yaml', 'tool: shell\nscenarios: []\n');
  await expect(loadScenarios(folder)).rejects.toThrow('has no rejection');
});

test('the parameters of tools are JSON Schemas', async () => {
  const ajv = new Ajv2020({ strict: false });
  const tools = (await loadScenarios()).flatMap(({ scenarios }) =>
    scenarios.flatMap(({ options, turns }) =>
      [options, ...turns.map((turn) => turn.options)].flatMap((o) => o?.tools ?? []),
    ),
  );
  const schemas = tools.flatMap((tool) => ('parameters' in tool ? [tool.parameters] : []));
  expect(schemas.length).toBeGreaterThan(10);
  for (const schema of schemas) expect(ajv.validateSchema(schema), JSON.stringify(schema)).toBe(true);
  expect(ajv.validateSchema({ type: 'strng' })).toBe(false);
});
