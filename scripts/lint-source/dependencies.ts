import { cruise, type IConfiguration, type ICruiseResult, type IRegularForbiddenRuleType } from 'dependency-cruiser';
import { UserError } from '../../lib/user-error.ts';
import type { Finding } from './repository-rules.ts';

/**
 * The rules of the house: who may import whom.
 *
 * Data flows one way:
 *
 *     lib, matrix → spec/contract → recordings → spec (scenarios, facts, wire, checks, engine) → reports → scripts
 *
 * spec/process, the seam for adapters that are another process, stands beside recordings and knows only the contract;
 * and the judge (spec) never shares code with the judged (adapters). Each rule's comment says why it is there and what
 * to do instead.
 */

const tests = '\\.test\\.ts$';

/** Files of broken adapters: each beside its reference adapter, and what they share. */
const brokenAdapters = ['^adapters/broken/', '^adapters/reference/[^/]+/broken[^/]*\\.ts$'];

/** Code that runs only under vitest, though its name does not end in `.test.ts`. */
const vitestOnly = [
  '^vitest\\.config\\.ts$',
  '^recordings/network-guard/vitest-setup\\.ts$',
  '^reports/fixtures/(browser|audit)\\.ts$',
  '^scripts/vitest-no-color\\.ts$',
];

/** The packages that adapters wrap, as resolved in node_modules and, where not installed, as written. */
const adapterSdks = ['(^|/)node_modules/', '^'].map(
  (start) => `${start}(@anthropic-ai|@google/genai|@aws-sdk|@azure|@mistralai|@ai-sdk|openai|ai)(/|$)`,
);

/** An npm package, as resolved in node_modules and, where not installed, as written. */
const npm = (name: string): string[] => [`(^|/)node_modules/${name}(/|$)`, `^${name}(/|$)`];

/** Tests that hold the wire readers and the transports against the SDKs, and what only they import. */
const sdkTests =
  '^(spec/(wire|corpus)/.*\\.sdk(\\.test)?|(recordings/transport|scripts/real-servers)/.*\\.sdk(\\.servers)?\\.test)\\.ts$';

const forbid = (
  name: string,
  comment: string,
  from: IRegularForbiddenRuleType['from'],
  to: IRegularForbiddenRuleType['to'],
): IRegularForbiddenRuleType => ({ name, comment, severity: 'error', from, to });

export const importRules = {
  forbidden: [
    forbid(
      'no-cycles',
      'Modules in a cycle cannot be read, tested or loaded one after the other. Move what both need into a third file.',
      {},
      { circular: true },
    ),
    forbid(
      'no-orphans',
      'Nothing imports this file and it imports nothing: either it is not wired in yet, or it is left over. Use it or delete it.',
      { orphan: true, pathNot: [tests, '\\.d\\.ts$', '^[^/]+$', ...vitestOnly] },
      {},
    ),
    forbid(
      'no-unresolvable',
      'This import leads nowhere. Mend the path (with its .ts extension), or install the package in the workspace that uses it.',
      { pathNot: ['^kits/examples/'] },
      { couldNotResolve: true },
    ),
    forbid(
      'no-undeclared-packages',
      "Only what the nearest package.json declares is there for who installs this package alone. Declare it there; an adapter's SDK belongs in its workspace.",
      { pathNot: [sdkTests, '^scripts/wire-schemas/sources/', '^kits/'] },
      { dependencyTypes: ['npm-no-pkg', 'npm-unknown'], pathNot: npm('vitest') },
    ),
    forbid(
      'no-dev-packages-in-product',
      'devDependencies are not installed where the suite is used. Move the package to dependencies, or the code into a test, scripts/lint-source, scripts/bench, scripts/mutants or scripts/pack.',
      { pathNot: [tests, '^[^/]+$', '^scripts/(lint-source|bench|mutants|pack|wire-schemas)/', ...vitestOnly] },
      { dependencyTypes: ['npm-dev'], pathNot: npm('vitest') },
    ),
    forbid(
      'vitest-only-schedules',
      'vitest is the scheduler, not a library: only tests, spec/conformance.ts, spec/describe-suite.ts and spec/external-adapter/suite.ts describe cases. Return data instead, and let the suite assert.',
      {
        pathNot: [
          tests,
          '^spec/(conformance|describe-suite|external-adapter/suite)\\.ts$',
          '^(reports|scripts)/',
          ...vitestOnly,
        ],
      },
      { path: npm('vitest') },
    ),
    forbid(
      'vitest-node-for-runner-and-reporter',
      'Reports and scripts start vitest or listen to it, through vitest/node alone; its test API works only inside a test.',
      { path: '^(reports|scripts)/', pathNot: [tests, ...vitestOnly] },
      { path: npm('vitest'), pathNot: '(^|/)node_modules/vitest/dist/node\\.js$' },
    ),

    forbid(
      'nobody-needs-kits',
      'Kits are what other repositories import. Move what both need into the room that owns it.',
      { path: '^(lib|matrix|spec|adapters|recordings|reports|scripts)/', pathNot: tests },
      { path: '^kits/' },
    ),
    forbid(
      'lib-is-a-leaf',
      'lib/ is what every room shares, so it knows none of them. Move what needs the project to the room that owns it.',
      { path: '^lib/' },
      { path: '^(matrix|spec|adapters|recordings|reports|scripts)/' },
    ),
    forbid(
      'matrix-knows-only-lib',
      'The matrix is what is said to work, before anything runs. It may import lib/ alone.',
      { path: '^matrix/' },
      { path: '^(spec|adapters|recordings|reports|scripts)/' },
    ),
    forbid(
      'contract-knows-only-lib',
      'The contract is the vocabulary that all adapters implement, foreign ones too. It may import lib/ alone; take ids as plain text.',
      { path: '^spec/contract/' },
      { path: '^(matrix|spec|adapters|recordings|reports|scripts)/', pathNot: '^spec/contract/' },
    ),
    forbid(
      'process-knows-only-the-contract',
      'What an adapter in another process speaks is the contract, and nothing that is asserted of it. spec/process may import lib/ and spec/contract.',
      { path: '^spec/process/' },
      { path: '^(matrix|spec|adapters|recordings|reports|scripts)/', pathNot: '^spec/(contract|process)/' },
    ),
    forbid(
      'recordings-know-only-the-contract',
      'Recordings are read, matched and served without knowing what is asserted of them. They may import lib/, matrix/ and spec/contract.',
      { path: '^recordings/' },
      { path: '^(spec|adapters|reports|scripts)/', pathNot: '^spec/contract/' },
    ),
    forbid(
      'wire-and-facts-stand-alone',
      'How the wire is read must not depend on who is judged or on what is demanded. spec/wire, spec/provider-apis and spec/facts may not import adapters/, spec/engine or spec/checks.',
      { path: '^spec/(wire|provider-apis|facts)/' },
      { path: '^(adapters/|spec/(engine|checks)/)' },
    ),
    forbid(
      'spec-is-given-its-adapters',
      'The suite is handed the adapter it judges, so that it runs on any. Take an Adapter as a parameter; only tests of checks, engine and kill matrix may import one.',
      { path: '^spec/', pathNot: ['^spec/(checks|engine|kill-matrix)/.*\\.test\\.ts$', '^spec/[^/]+\\.test\\.ts$'] },
      { path: '^adapters/' },
    ),
    forbid(
      'spec-knows-no-consumer',
      'Results flow from the suite to reports and commands, never back. Move what both need upstream.',
      { path: '^spec/' },
      { path: '^(reports|scripts)/' },
    ),
    forbid(
      'reports-read-results',
      'A report is made of results alone, so that it can be made again later, elsewhere. It may import lib/, matrix/, spec/ and the shapes in recordings/format.',
      { path: '^reports/' },
      { path: '^(adapters|recordings|scripts)/', pathNot: '^recordings/format/' },
    ),

    forbid(
      'adapters-know-only-the-contract',
      'The judged must not share its reading with the judge. An adapter imports spec/contract, spec/process, lib/canonical-json.ts, lib/copy-json.ts, its own workspace and its SDK, nothing else of this project.',
      { path: '^adapters/', pathNot: ['^adapters/[^/]+/[^/]+/conformance\\.test\\.ts$', ...brokenAdapters] },
      {
        path: '^(lib|matrix|spec|recordings|reports|scripts)/',
        pathNot: ['^spec/contract/', '^spec/process/index\\.ts$', '^lib/(canonical|copy)-json\\.ts$'],
      },
    ),
    forbid(
      'broken-adapters-know-the-wire',
      'A broken adapter is no adapter under test: it may also tamper with what goes over the wire, and knows nothing of the judge.',
      { path: brokenAdapters },
      {
        path: '^(lib|matrix|spec|recordings|reports|scripts)/',
        pathNot: [
          '^spec/contract/',
          '^lib/(canonical|copy)-json\\.ts$',
          '^recordings/format/',
          '^recordings/transport/inject-adapter-defect\\.ts$',
        ],
      },
    ),
    forbid(
      'adapter-suites-call-the-suite',
      "An adapter's conformance.test.ts only hands its adapter to the suite: of this project it imports spec/conformance.ts and the contract.",
      { path: '^adapters/[^/]+/[^/]+/conformance\\.test\\.ts$' },
      {
        path: '^(lib|matrix|spec|recordings|reports|scripts)/',
        pathNot: ['^spec/conformance\\.ts$', '^spec/contract/', '^lib/(canonical|copy)-json\\.ts$'],
      },
    ),
    forbid(
      'adapters-keep-to-their-workspace',
      'Each implementation installs, changes and fails alone. Copy the few lines, or move them to spec/contract; only the broken variants wrap the reference.',
      { path: '^adapters/([^/]+)/', pathNot: [...brokenAdapters, '^adapters/langchain-chatgoogle/'] },
      { path: '^adapters/', pathNot: '^adapters/$1/' },
    ),
    forbid(
      'chatgoogle-shares-langchain',
      'Both bridges call the same core of LangChain.js, and differ in the package of the provider. Of adapters/langchain, only shared/ may be imported.',
      { path: '^adapters/langchain-chatgoogle/' },
      { path: '^adapters/', pathNot: '^adapters/(langchain-chatgoogle/|langchain/shared/)' },
    ),
    forbid(
      'broken-adapters-wrap-the-reference',
      'The broken variants change one thing of a reference adapter. They may import adapters/reference and no other implementation.',
      { path: brokenAdapters },
      { path: '^adapters/', pathNot: '^adapters/(broken|reference)/' },
    ),
    forbid(
      'sdks-stay-in-adapters',
      'Who gates their own adapter installs no other SDK, and a judge that reads with the SDK would share its mistakes. Read the wire as JSON, or move this into the adapter.',
      { pathNot: ['^(adapters|kits)/', '^scripts/wire-schemas/sources/', sdkTests] },
      { path: adapterSdks },
    ),
    forbid(
      'sdk-aggregates-only-for-tests',
      'What an SDK makes of a stream is what readers are tested against, never what they are made of. Only an .sdk.test.ts may import an .sdk.ts, and the probe, which tells of both.',
      { pathNot: [sdkTests, '^scripts/probe/stream-helper\\.ts$'] },
      { path: sdkTests },
    ),

    forbid(
      'nock-only-for-faults',
      'nock patches the same modules as Polly: where both are loaded, one is silently off. Ask recordings/faults for the fault you need.',
      { pathNot: '^(recordings/faults|scripts/bench)/' },
      { path: npm('nock') },
    ),
    forbid(
      'polly-only-in-recordings',
      'One room creates transports and stops them; a leaked Polly breaks the next test. Use withTransport.',
      { pathNot: '^(recordings|scripts/bench)/' },
      { path: npm('@pollyjs') },
    ),
    forbid(
      'commands-start-fast',
      "`atc --help` loads every command file. Import heavy modules inside the action: const { x } = await import('…').",
      { path: '^scripts/((atc|cli|global-options)\\.ts|commands/)', pathNot: tests },
      {
        dynamic: false,
        dependencyTypesNot: ['type-only', 'core'],
        pathNot: [
          ...npm('commander'),
          '^scripts/(cli|global-options|run-program)\\.ts$',
          '^scripts/commands/',
          '^lib/(calendar-date|redact-error|user-error|did-you-mean|escape-control-characters)\\.ts$',
          '^matrix/ids\\.ts$',
          '^package\\.json$',
        ],
      },
    ),
  ],
  options: {
    // dependency-cruiser reads TypeScript up to 6 only; without swc it would see no .ts file at all, and report success.
    parser: 'swc',
    // A type-only import couples as well.
    tsPreCompilationDeps: true,
    // Each workspace answers for its own package.json.
    combinedDependencies: false,
    doNotFollow: { path: '(^|/)node_modules/' },
    exclude: { path: '^(reports/out|dist|\\.python)/' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['node', 'import', 'default'],
      extensions: ['.ts', '.mts', '.js', '.mjs', '.cjs', '.json', '.d.ts'],
    },
  },
} satisfies IConfiguration;

/** The part of dependency-cruiser's result that is judged. */
export interface CruiseResult {
  readonly modules: readonly Pick<
    ICruiseResult['modules'][number],
    'source' | 'coreModule' | 'couldNotResolve' | 'matchesDoNotFollow' | 'followable'
  >[];
  readonly summary: {
    readonly violations: readonly Pick<
      ICruiseResult['summary']['violations'][number],
      'rule' | 'from' | 'to' | 'cycle'
    >[];
    readonly ruleSetUsed?: ICruiseResult['summary']['ruleSetUsed'];
  };
}

/**
 * Reads every import under `root` and judges it by {@link importRules}.
 *
 * @throws {UserError} a file does not parse; the message is dependency-cruiser's own and names it.
 */
export async function cruiseTree(root: string): Promise<CruiseResult> {
  const { options, ...ruleSet } = importRules;
  try {
    const { output } = await cruise(['.'], { ...options, ruleSet, validate: true, baseDir: root });
    return output as ICruiseResult; // An object, as long as no outputType is asked for.
  } catch (error) {
    // The parser appends a stack of its own, which ends with the name of the file; keep that, drop the stack.
    const message = (error as Error).message.replace(/\s*Caused by:[\s\S]*(?=\n\.\.\. in )/, '').trim();
    throw new UserError(`dependency-cruiser failed: ${message}`, {
      hint: 'write the import in another way, or correct the rule that is named',
    });
  }
}

/**
 * The findings of a cruise: every broken rule, and every tracked file that was not read.
 *
 * The second is there because dependency-cruiser, where it lacks a parser for TypeScript, reads nothing and calls that a
 * success. A module that was only mentioned by another, and not followed, counts as not read.
 */
export function judgeCruise(result: CruiseResult, trackedFiles: readonly string[]): Finding[] {
  return [...unread(result, trackedFiles), ...violations(result)];
}

/** The modules whose imports were read, not those that were only mentioned. */
export function modulesRead(result: CruiseResult): string[] {
  return result.modules
    .filter((m) => !m.coreModule && !m.couldNotResolve && !m.matchesDoNotFollow && m.followable !== false)
    .map((m) => m.source);
}

function unread(result: CruiseResult, trackedFiles: readonly string[]): Finding[] {
  const read = new Set(modulesRead(result));
  const missing = trackedFiles.filter((path) => path.endsWith('.ts') && !read.has(path));
  return missing.map((path) => ({
    rule: 'every-file-is-cruised',
    where: path,
    message: 'tracked by git, but not read',
    advice: `A file that is not read breaks no rule. ${missing.length} of the tracked .ts files were not read: see that @swc/core is installed (npx depcruise --info) and that scripts/lint-source/dependencies.ts does not exclude them.`,
  }));
}

function violations({ summary }: CruiseResult): Finding[] {
  const advice = new Map(summary.ruleSetUsed?.forbidden?.map((rule) => [rule.name, rule.comment]));
  return summary.violations.map(({ rule, from, to, cycle }) => ({
    rule: rule.name,
    where: [from, ...(cycle?.map((module) => module.name) ?? (to === from ? [] : [to]))].join(' → '),
    advice: advice.get(rule.name) ?? 'See scripts/lint-source/dependencies.ts.',
  }));
}
