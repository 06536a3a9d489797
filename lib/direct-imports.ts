/** Relative imports without a search. SDKs have thousands of modules, and to look for each takes longer than to compile it. */
import { readdirSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { fileURLToPath } from 'node:url';

/** Steps up, folders and the name of a file, none of which is spelled otherwise in a URL. */
const named = /^(?:\.\/|((?:\.\.\/)+))((?:[\w@+-][\w.@+-]*\/)*)([\w@+-][\w.@+-]*\.(?:m?js|ts))$/;

/** Names of the files of folders; a link is none, for it has another URL once it is followed. */
const listed = new Map<string, ReadonlySet<string>>();

function filesIn(folder: string): ReadonlySet<string> {
  const known = listed.get(folder);
  if (known) return known;
  let names: string[] = [];
  try {
    names = readdirSync(fileURLToPath(folder), { withFileTypes: true }).flatMap((each) =>
      each.isFile() ? each.name : [],
    );
  } catch {
    // Node.js says what is missing.
  }
  const found = new Set(names);
  listed.set(folder, found);
  return found;
}

/** URL of the file that a relative import names; `undefined` where Node.js has to look for it, or nothing is there. */
export function namedFile(specifier: string, parentUrl: string | undefined): string | undefined {
  const [match, up = '', folders = '', name = ''] = named.exec(specifier) ?? [];
  if (match === undefined || !parentUrl?.startsWith('file:///')) return undefined;
  let end = parentUrl.lastIndexOf('/');
  for (let steps = up.length / 3; steps > 0; steps--) end = parentUrl.lastIndexOf('/', end - 1);
  const folder = `${parentUrl.slice(0, end + 1)}${folders}`;
  return filesIn(folder).has(name) ? folder + name : undefined;
}

const key = Symbol.for('agent-tools-conformance.direct-imports');
const store = globalThis as { [key]?: true };

/** Takes relative imports of this process at their word from now on. A second call changes nothing. */
export function importDirectly(): void {
  if (store[key]) return;
  store[key] = true;
  registerHooks({
    resolve(specifier, context, next) {
      const url = context.conditions.includes('import') ? namedFile(specifier, context.parentURL) : undefined;
      return url === undefined ? next(specifier, context) : { url, shortCircuit: true };
    },
  });
}
