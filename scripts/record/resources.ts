import { join } from 'node:path';
import Type from 'typebox';
import { readDataFile } from '../../lib/data-file.ts';
import { pause, realTime } from '../../lib/real-time.ts';
import { UserError } from '../../lib/user-error.ts';
import type { ProviderApi } from '../../matrix/model.ts';
import type { Uploads } from '../../matrix/schema.ts';
import { secretsOf, withoutSecrets } from '../../recordings/scrub/known-secrets.ts';
import type { ClientSettings } from '../../spec/contract/index.ts';
import { repositoryFolder } from '../../spec/engine/discover.ts';
import type { Scenario } from '../../spec/scenarios/schema.ts';

const strict = { additionalProperties: false } as const;
const text = Type.String({ minLength: 1 });
const FileSchema = Type.Object({ name: text, text }, strict);

const ResourceSchema = Type.Object(
  {
    name: Type.String({ minLength: 1, description: 'as scenarios name it' }),
    kind: Type.Enum(['vector-store', 'file', 'other'] as const),
    what: Type.String({ minLength: 1, description: 'what it is, for who makes it by hand' }),
    files: Type.Optional(Type.Array(FileSchema, { minItems: 1, description: 'what it is made from' })),
  },
  strict,
);

/** Something that has to be at a provider before a conversation. */
export type Resource = Type.Static<typeof ResourceSchema>;

/** What scenarios need. @throws {UserError} the file is malformed. */
export async function loadResources(
  path: string = join(repositoryFolder, 'recordings/resources.yaml'),
): Promise<readonly Resource[]> {
  const schema = Type.Object({ resources: Type.Array(ResourceSchema) }, { ...strict, $id: 'resources.schema.json' });
  return (await readDataFile(path, schema, 'list of resources')).resources;
}

/** The resources that a scenario names, in its options, its turns and what is said there. */
export function neededBy({ options, turns }: Scenario, resources: readonly Resource[]): readonly Resource[] {
  const texts = textsIn([options, turns]);
  return resources.filter(({ name }) => texts.has(name));
}

/** A scenario in which resources are called by their ids at the provider. */
export function withIds(scenario: Scenario, ids: ReadonlyMap<string, string>): Scenario {
  if (ids.size === 0) return scenario;
  const { options, turns } = scenario;
  return { ...scenario, options: renamed(options, ids), turns: renamed(turns, ids) };
}

function textsIn(value: unknown, found = new Set<string>()): Set<string> {
  if (typeof value === 'string') found.add(value);
  else if (typeof value === 'object' && value !== null)
    for (const member of Object.values(value)) textsIn(member, found);
  return found;
}

function renamed<T>(value: T, ids: ReadonlyMap<string, string>): T {
  if (typeof value === 'string') return (ids.get(value) ?? value) as T;
  if (Array.isArray(value)) return value.map((item) => renamed(item, ids)) as T;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, renamed(member, ids)])) as T;
}

/** How a provider API makes a resource; `undefined` where it has to be made by hand. */
export function makerOf({ uploads }: Pick<ProviderApi, 'uploads'>, { kind, files }: Resource): Uploads | undefined {
  if (!uploads || !files || kind === 'other') return undefined;
  return kind === 'vector-store' && uploads.vectorStores === undefined ? undefined : uploads;
}

/** Something that was made at a provider. */
export interface Made {
  /** Its id there: what conversations call it. */
  readonly id: string;
  /** Removes it, and what it was made from. @returns what could not be removed */
  remove(): Promise<string[]>;
}

/** How long a store may take to be ready, and how often it is looked at, in milliseconds. */
const longest = 120_000;
const between = 1_000;

/**
 * Makes a resource.
 *
 * @throws {UserError} the provider does not let it be made, or it is not ready in time; what was made by then is removed.
 */
export async function make(resource: Resource, maker: Uploads, settings: ClientSettings): Promise<Made> {
  const ask = asking(maker, settings);
  const made: { readonly what: string; readonly path: string }[] = [];
  const remove = async () => {
    const left: string[] = [];
    for (const { what, path } of made.splice(0).reverse()) {
      await ask('DELETE', path).catch((error: Error) => left.push(`${what} (${error.message})`));
    }
    return left;
  };
  const added = async (what: string, path: string, body: FormData | object): Promise<string> => {
    const { id } = await ask('POST', path, body);
    if (typeof id !== 'string') throw new UserError(`the response to ${path} has no id`, { where: settings.baseUrl });
    made.push({ what: `${what} "${id}"`, path: `${path}/${encodeURIComponent(id)}` });
    return id;
  };
  try {
    const files: string[] = [];
    for (const { name, text } of resource.files ?? [])
      files.push(await added('file', maker.files, form(maker, name, text)));
    if (resource.kind === 'file') return { id: files[0] ?? '', remove };
    const stores = maker.vectorStores ?? '';
    const id = await added('vector store', stores, { name: resource.name, file_ids: files });
    for (let waited = 0; ; waited += between) {
      const { status } = await ask('GET', `${stores}/${encodeURIComponent(id)}`);
      if (status === 'completed') return { id, remove };
      if (status !== 'in_progress' || waited >= longest) {
        throw new UserError(
          `the vector store for ${resource.name} is ${JSON.stringify(status)} after ${waited / 1000} s`,
        );
      }
      await pause(between);
    }
  } catch (error) {
    const left = await remove();
    const also = left.length === 0 ? '' : `; still there: ${left.join(', ')}`;
    throw new UserError(
      `${resource.what} (${resource.name}) could not be created: ${(error as Error).message}${also}`,
      {
        hint: `create it by hand, and add --resource ${resource.name}=<id>`,
      },
    );
  }
}

function form({ form: members = {} }: Uploads, name: string, text: string): FormData {
  const data = new FormData();
  for (const [member, value] of Object.entries(members)) data.append(member, value);
  data.append('file', new Blob([text], { type: 'text/plain' }), name);
  return data;
}

function authorization({ credentials }: ClientSettings, keyHeader: string | undefined): Record<string, string> {
  if (credentials.type === 'apiKey') {
    return keyHeader === undefined
      ? { authorization: `Bearer ${credentials.apiKey}` }
      : { [keyHeader]: credentials.apiKey };
  }
  return credentials.type === 'bearerToken' ? { authorization: `Bearer ${credentials.token}` } : {};
}

type Ask = (method: string, path: string, body?: FormData | object) => Promise<Readonly<Record<string, unknown>>>;

function asking({ headers, keyHeader, query = '' }: Uploads, settings: ClientSettings): Ask {
  return async (method, path, body) => {
    const isForm = body instanceof FormData;
    const response = await fetch(`${settings.baseUrl}${path}${query}`, {
      method,
      headers: {
        ...headers,
        ...authorization(settings, keyHeader),
        ...(body && !isForm ? { 'content-type': 'application/json' } : {}),
      },
      ...(body ? { body: isForm ? body : JSON.stringify(body) } : {}),
      signal: realTime.abortAfter(settings.timeout),
    });
    const text = await response.text();
    if (!response.ok) {
      const said = withoutSecrets(text.slice(0, 300), secretsOf(settings.credentials));
      throw new Error(`${method} ${path}: status ${response.status}: ${said}`);
    }
    const json: unknown = JSON.parse(text);
    return typeof json === 'object' && json !== null ? (json as Record<string, unknown>) : {};
  };
}

/** `name=id` by name. @throws {UserError} one is something else, or nothing needs it. */
export function idsFrom(options: readonly string[], resources: readonly Resource[]): ReadonlyMap<string, string> {
  return new Map(
    options.map((option) => {
      const [, name = '', id = ''] = /^([^=]+)=(.+)$/.exec(option) ?? [];
      if (resources.some((resource) => resource.name === name)) return [name, id];
      throw new UserError(`--resource: no scenario needs "${option}"`, {
        hint: `use <name>=<id>; names: ${resources.map((resource) => resource.name).join(', ')}`,
      });
    }),
  );
}
