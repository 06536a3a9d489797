import type { CaseResult, Results } from '../../../spec/results/schema.ts';
import { cellStates } from '../../cells/cell-state.ts';
import { verdictLabels } from '../../html/labels.ts';
import type { CellView } from '../../html/view.ts';
import type { SiteModel } from '../model.ts';
import { type SiteLinks, stems } from '../paths.ts';
import type { AdapterLine, CaseLine, CellLine, CheckLine } from './schema.ts';
import { siteVersion } from './shared.ts';

/** What the data of every page begins with. */
export const headOf = ({ results }: SiteModel) => ({ version: siteVersion, asOf: results.run.asOf }) as const;

export function tallyOf(cases: readonly CaseResult[]): CellLine['tally'] {
  const passed = cases.filter((c) => c.verdict === 'pass').length;
  const failed = cases.filter((c) => !verdictLabels[c.verdict].acceptable).length;
  return { cases: cases.length, passed, excepted: cases.length - passed - failed, failed };
}

export function cellLine({ tool, provider, state, grade, cases }: CellView, links: SiteLinks): CellLine {
  return {
    tool: tool.id,
    providerApi: provider.id,
    state,
    word: cellStates[state].word,
    ...(grade ? { grade } : {}),
    tally: tallyOf(cases),
    address: links.to(`${stems.cell(tool.id, provider.id)}.json`) ?? '',
  };
}

export function caseLine({ id, verdict }: CaseResult, links: SiteLinks): CaseLine {
  const address = links.to(`${stems.case(id)}.json`);
  return { id, verdict, ...(address === undefined ? {} : { address }) };
}

export function adapterLine(
  { id, implementation, providerApi, packages, libraryOptions }: Results['run']['adapters'][number],
  model: SiteModel,
  links: SiteLinks,
): AdapterLine {
  const { warned = 0, ...tally } = model.adapterCounts.get(id) ?? { cases: 0, passed: 0, excepted: 0, failed: 0 };
  const address = links.to(`${stems.adapter(id)}.json`) ?? '';
  return {
    id,
    implementation,
    providerApi,
    packages,
    ...(libraryOptions ? { libraryOptions } : {}),
    tally,
    warned,
    address,
  };
}

export function checkLine(
  { id, level, title }: Results['checks'][number],
  model: SiteModel,
  links: SiteLinks,
): CheckLine {
  const counts = model.checks.get(id);
  return {
    id,
    level,
    title,
    passed: counts?.statuses.pass ?? 0,
    failed: counts?.statuses.fail ?? 0,
    warned: counts?.statuses.warn ?? 0,
    notApplicable: counts?.statuses['not-applicable'] ?? 0,
    compared: counts?.compared ?? 0,
    address: links.to(`${stems.check(id)}.json`) ?? '',
  };
}
