/** What `init` writes: one test, a workflow, and where there is no adapter yet the start of one. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { assertKnown } from '../lib/did-you-mean.ts';
import { UserError } from '../lib/user-error.ts';
import { providerApiIds } from '../matrix/ids.ts';
import { contractVersion } from '../spec/contract/index.ts';

/** What an adapter can be begun from. */
export const kinds = ['ai-sdk', 'langchain', 'javascript', 'python', 'go'] as const;

export type Kind = (typeof kinds)[number];

/** What the user chose. */
export interface Choice {
  readonly kind: Kind;
  /** The provider API whose requests are written, as the matrix names it. */
  readonly wire: string;
  /** The name of the implementation in results. */
  readonly name: string;
  /** The npm package that is judged, of a kit; such as `@ai-sdk/groq`. */
  readonly package?: string;
}

/** Where everything but the workflow goes. */
export const folder = 'conformance';

const templates = join(import.meta.dirname, 'templates');
const kits = join(import.meta.dirname, 'python');
const example = join(import.meta.dirname, '../adapters/python-example');

/** The kit for Python, which is copied beside the adapter: no index of packages has it. */
const pythonKit = 'agent_tools_conformance';

/** The start in Python. */
const pythonFiles = [
  'http_exchange.py',
  ...['__main__', 'client', 'messages', 'request', 'response', 'stream'].map((name) => `openai-chat/${name}.py`),
];

/** The version that libraries of a kind expect in base URLs. */
const versions: Readonly<Record<string, string>> = {
  anthropic: '/v1',
  google: '/v1beta',
  'mistral-chat': '/v1',
  mistral: '/v1',
  'openai-chat': '/v1',
  'openai-responses': '/v1',
};

/**
 * A choice that can be meant.
 *
 * @throws {UserError} a member is missing or unknown, or there is no start of this kind for the provider API.
 */
export function checked(given: Readonly<Record<string, string | undefined>>): Choice {
  const { kind = '', wire = '', name = '', package: judged } = given;
  if (kind === '') throw new UserError('--kind is missing', { hint: `type --kind and one of ${kinds.join(', ')}` });
  assertKnown('kind', kind, kinds);
  if (wire === '')
    throw new UserError('--wire is missing', { hint: `type --wire and one of ${providerApiIds.join(', ')}` });
  assertKnown('provider API', wire, providerApiIds);
  if (!/^[a-z][a-z0-9-]*$/.test(name)) {
    throw new UserError(`--name is ${JSON.stringify(name)}`, {
      hint: 'use lower-case letters, digits and hyphens: --name groq',
    });
  }
  const isKit = kind === 'ai-sdk' || kind === 'langchain';
  if (isKit && !judged)
    throw new UserError('--package is missing', { hint: 'name the npm package: --package @ai-sdk/groq' });
  if (kind === 'go' && wire !== 'openai-chat') throw noStart('Go');
  if (kind === 'python' && wire !== 'openai-chat') throw noStart('Python');
  return { kind: kind as Kind, wire, name, ...(judged ? { package: judged } : {}) };
}

const noStart = (language: string) =>
  new UserError(`the start in ${language} speaks openai-chat`, {
    hint: `begin with --wire openai-chat; docs/external-adapters.md has the protocol for the others`,
  });

/**
 * The files by their paths. Pure but for reading templates.
 *
 * @param factory what the package exports that makes a provider, or a chat model
 */
export function filesFor({ kind, wire, name, package: judged = '' }: Choice, factory = ''): Map<string, string> {
  const words = {
    name,
    wire,
    package: judged,
    factory,
    version: versions[wire] ?? '',
    contractVersion,
    build: kind === 'go' ? `\n      - run: ${built.join(' ')}` : '',
    ...programs[kind]?.(wire),
  };
  const filled = (template: string) =>
    readFileSync(join(templates, template), 'utf8').replaceAll(
      /__([a-zA-Z]+)__/g,
      (whole, word: string) => (words as Readonly<Record<string, string>>)[word] ?? whole,
    );
  const files = new Map<string, string>();
  const add = (path: string, template: string) => files.set(path, filled(template));
  const test = kind === 'javascript' ? 'adapter' : kind in programs ? 'program' : kind;
  add(`${folder}/${name}.test.js`, `${test}.test.js.txt`);
  add('.github/workflows/conformance.yml', 'workflow.yml');
  if (kind === 'javascript') add(`${folder}/adapter.js`, 'adapter.js.txt');
  if (kind === 'go') add(`${folder}/main.go`, 'main.go');
  if (kind === 'python') {
    for (const path of pythonFiles) files.set(`${folder}/${path}`, readFileSync(join(example, path), 'utf8'));
    for (const path of readdirSync(join(kits, pythonKit)).filter((each) => each.endsWith('.py'))) {
      files.set(`${folder}/${pythonKit}/${path}`, readFileSync(join(kits, pythonKit, path), 'utf8'));
    }
  }
  return files;
}

/** What makes a program out of the start in Go. */
export const built = ['go', 'build', '-o', `${folder}/adapter`, `${folder}/main.go`] as const;

/** How programs are started. */
const programs: Partial<Record<Kind, (wire: string) => Readonly<Record<string, string>>>> = {
  python: (wire) => ({
    program: 'python3',
    arguments: `['-B', '-m', '${wire}']`,
    environment: '{}',
    prerequisite: 'Install Python 3.10 or newer.',
  }),
  go: () => ({
    program: './adapter',
    arguments: '[]',
    environment: '{}',
    prerequisite: `Build it: ${built.join(' ')}.`,
  }),
};

/** What a package exports that makes a provider of the AI SDK, or a chat model of LangChain. */
export function factoryIn(exported: readonly string[], kind: Kind): string | undefined {
  const pattern = kind === 'ai-sdk' ? /^create[A-Z]/ : /^Chat[A-Z]/;
  return exported.filter((name) => pattern.test(name)).toSorted((a, b) => a.length - b.length || (a < b ? -1 : 1))[0];
}
