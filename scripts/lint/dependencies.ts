import { cruise, type ICruiseResult } from 'dependency-cruiser';
import { UserError } from '../../files/user-error.ts';
import type { Finding } from './finding.ts';
import { importRules } from './import-rules.ts';

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
    throw new UserError(`dependency-cruiser gave up. ${message}`, {
      hint: 'write it in another way, or mend the rule that is named',
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
    advice: `A file that is not read breaks no rule. ${missing.length} of the tracked .ts files were not read: see that @swc/core is installed (npx depcruise --info) and that scripts/lint/import-rules.ts does not exclude them.`,
  }));
}

function violations({ summary }: CruiseResult): Finding[] {
  const advice = new Map(summary.ruleSetUsed?.forbidden?.map((rule) => [rule.name, rule.comment]));
  return summary.violations.map(({ rule, from, to, cycle }) => ({
    rule: rule.name,
    where: [from, ...(cycle?.map((module) => module.name) ?? (to === from ? [] : [to]))].join(' → '),
    advice: advice.get(rule.name) ?? 'See scripts/lint/import-rules.ts.',
  }));
}
