/**
 * What is tested in a worker: the reference adapters as they lie, instrumented, in the sandbox, and their generated cases. All
 * of it is loaded from there, so that adapters and judge share one contract.
 */
import { registerHooks } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { ProviderApiId } from '../../matrix/ids.ts';
import type * as Suites from '../../spec/engine/suite.ts';
import type { Cases, Played } from './play.ts';

/** Verdicts that leave the gate green. */
const green = ['pass', 'known-failure', 'not-expressible'];

/**
 * The cases of some columns' reference adapters.
 *
 * @param folder the sandbox
 * @param thorough also with answers of every wrong shape
 */
export function casesOf(folder: string, columns: readonly ProviderApiId[], thorough: boolean): Cases {
  const urlOf = (path: string) => pathToFileURL(join(folder, path)).href;
  const fresh = reloading(urlOf('adapters/'));
  let load = (column: string) => import(urlOf(`adapters/reference/${column}/index.ts`));
  const loadAll = async () => {
    const loaded = new Map<string, Promise<unknown>>();
    load = (column) => {
      const known = loaded.get(column) ?? import(urlOf(`adapters/reference/${column}/index.ts`));
      loaded.set(column, known);
      return known as ReturnType<typeof load>;
    };
    await Promise.all(columns.map(load));
  };
  return {
    load: loadAll,
    reload: () => {
      fresh();
      return loadAll();
    },
    async prepare() {
      const { prepareSuite } = (await import(urlOf('spec/engine/suite.ts'))) as typeof Suites;
      const suites = await Promise.all(
        columns.map((providerApi) =>
          prepareSuite(
            {
              implementation: 'reference',
              providerApi,
              load: async () => (await load(providerApi)).adapter,
              exceptions: join(folder, 'adapters/reference/exceptions.yaml'),
            },
            { asOf, thorough },
          ),
        ),
      );
      return suites.flatMap(({ cases, run }) =>
        cases
          .filter((theCase) => thorough || theCase.fault?.family.id !== bytes)
          .map((theCase) => ({
            id: theCase.id,
            async run(): Promise<Played> {
              const { verdict, reason, exceptionProblem, result } = await run(theCase);
              if (!green.includes(verdict) || exceptionProblem)
                return { green: false, why: `${verdict}: ${reason ?? exceptionProblem?.message}` };
              // The reference adapters draw no warning: continuous integration runs them with --error-on-warnings.
              const warning = result.checks.find(({ status }) => status === 'warn');
              return warning
                ? { green: false, why: `warning: ${warning.check}: ${warning.findings[0]?.message}` }
                : { green: true };
            },
          })),
      );
    },
  };
}

/** How bytes become events is mostly the SDKs' business: these cases take longest, and see little of an adapter. */
const bytes = 'fault-framing';

/** The day on which exceptions are judged; the same for every mutant of a run. */
const asOf = new Date().toISOString().slice(0, 10);

/**
 * Makes modules below a URL load anew each time the function that it returns was called: what a module says while it is
 * loaded can be mutated without a new process.
 */
function reloading(below: string): () => void {
  let generation = 0;
  registerHooks({
    resolve(specifier, context, next) {
      const resolved = next(specifier, context);
      if (generation === 0 || !resolved.url.startsWith(below)) return resolved;
      return { ...resolved, url: `${resolved.url.split('?')[0]}?generation=${generation}` };
    },
  });
  return () => {
    generation += 1;
  };
}
