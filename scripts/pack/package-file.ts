/** What is imported, by the name behind the package's own. */
const entries = {
  'ai-sdk': 'kits/ai-sdk',
  cases: 'kits/cases',
  gateway: 'kits/gateway',
  langchain: 'kits/langchain',
  vitest: 'kits/vitest',
  contract: 'spec/contract/index',
  matrix: 'matrix/index',
  process: 'spec/process/index',
} as const;

/** The TypeScript files that are imported from outside, and the command. */
export const entryFiles: readonly string[] = [...Object.values(entries), 'kits/command'].map((file) => `${file}.ts`);

/** What is taken over from the package file of the repository. */
export interface OwnPackage {
  readonly name: string;
  readonly version: string;
  readonly description: string;
  readonly license: string;
  readonly engines: object;
  /** Set by whoever publishes. */
  readonly repository?: object;
  readonly dependencies: Readonly<Record<string, string>>;
  /** Ranges of what is not installed unless asked for: who uses a kit has its library, and a second copy would know nothing of it. */
  readonly optional: Readonly<Record<string, string>>;
}

/**
 * The package file of what is published. Pure.
 *
 * @param own that of the repository
 * @param imported names of the packages that the built files import
 * @throws {Error} one of them is no dependency of the repository.
 */
export function packageFile(own: OwnPackage, imported: readonly string[]): object {
  const versions: Readonly<Record<string, string>> = { ...own.dependencies, ...own.optional };
  const versionOf = (name: string): string => {
    const version = versions[name];
    if (version === undefined) throw new Error(`the package imports "${name}", which package.json does not list`);
    return version;
  };
  const of = (names: readonly string[], range: (version: string) => string) =>
    Object.fromEntries(names.toSorted().map((name) => [name, range(versionOf(name))]));
  const { name, version, description, license, engines, repository, optional } = own;
  const isPeer = (each: string) => each in optional;
  return {
    name,
    version,
    description,
    license,
    ...(repository ? { repository } : {}),
    type: 'module',
    engines,
    bin: { [name]: './kits/command.js' },
    exports: {
      ...Object.fromEntries(
        Object.entries(entries).map(([path, file]) => [
          `./${path}`,
          { types: `./${file}.d.ts`, default: `./${file}.js` },
        ]),
      ),
      './schemas/*.json': './schemas/*.json',
      './package.json': './package.json',
    },
    dependencies: of(
      imported.filter((each) => !isPeer(each)),
      (exact) => exact,
    ),
    peerDependencies: of(imported.filter(isPeer), (range) => range),
    peerDependenciesMeta: Object.fromEntries(imported.filter(isPeer).map((each) => [each, { optional: true }])),
  };
}
