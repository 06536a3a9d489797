import { pause, realTime } from '../../../files/real-time.ts';
import { UserError } from '../../../files/user-error.ts';
import { secretsOf, withoutSecrets } from '../../../recordings/scrub/known-secrets.ts';
import type { ClientSettings } from '../../../spec/contract/index.ts';
import type { Resource } from './load.ts';
import type { Maker } from './makers.ts';

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
export async function make(resource: Resource, maker: Maker, settings: ClientSettings): Promise<Made> {
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
    if (typeof id !== 'string') throw new UserError(`${path} was answered without an id`, { where: settings.baseUrl });
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
    throw new UserError(`${resource.what} (${resource.name}) could not be made: ${(error as Error).message}${also}`, {
      hint: `make it by hand, and say --resource ${resource.name}=<id>`,
    });
  }
}

function form({ form: members }: Maker, name: string, text: string): FormData {
  const data = new FormData();
  for (const [member, value] of Object.entries(members)) data.append(member, value);
  data.append('file', new Blob([text], { type: 'text/plain' }), name);
  return data;
}

type Ask = (method: string, path: string, body?: FormData | object) => Promise<Readonly<Record<string, unknown>>>;

function asking({ headers, query = '' }: Maker, settings: ClientSettings): Ask {
  return async (method, path, body) => {
    const isForm = body instanceof FormData;
    const response = await fetch(`${settings.baseUrl}${path}${query}`, {
      method,
      headers: { ...headers(settings), ...(body && !isForm ? { 'content-type': 'application/json' } : {}) },
      ...(body ? { body: isForm ? body : JSON.stringify(body) } : {}),
      signal: realTime.abortAfter(settings.timeout),
    });
    const text = await response.text();
    if (!response.ok) {
      const said = withoutSecrets(text.slice(0, 300), secretsOf(settings.credentials));
      throw new Error(`${method} ${path} was answered with ${response.status}: ${said}`);
    }
    const json: unknown = JSON.parse(text);
    return typeof json === 'object' && json !== null ? (json as Record<string, unknown>) : {};
  };
}
