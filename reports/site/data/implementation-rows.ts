import { type BehaviourCount, behaviours } from '../../implementations/behaviour.ts';
import type { ImplementationCell, ImplementationView, Judged } from '../implementation-view.ts';
import { type SiteLinks, stems } from '../paths.ts';
import { cellLine, tallyOf } from './rows.ts';
import type { ImplementationLine } from './schema.ts';

export function implementationLine(
  { id, packages, cases, cells, judged, behaviours: own }: ImplementationView,
  links: SiteLinks,
): ImplementationLine {
  const states = Map.groupBy(cells, ({ state }) => state);
  return {
    id,
    packages,
    tally: tallyOf(cases),
    judged: judgedLine(judged),
    states: Object.fromEntries([...states].map(([state, all]) => [state, all.length])),
    behaviours: own.map(behaviourLine),
    address: links.to(`${stems.implementation(id)}.json`) ?? '',
  };
}

export const implementationCellLine = (cell: ImplementationCell, links: SiteLinks) => ({
  ...cellLine(cell, links),
  says: cell.says,
  behaviours: cell.behaviours.map(behaviourLine),
  failing: [...cell.failing],
  judged: judgedLine(cell.judged),
});

export const judgedLine = (judged: Judged) => ({
  passed: judged.pass,
  failed: judged.fail,
  warned: judged.warn,
  notApplicable: judged['not-applicable'],
});

const behaviourLine = ({ behaviour, cases, errors }: BehaviourCount) => ({
  behaviour,
  word: behaviours[behaviour].word,
  cases,
  errors: [...errors],
});

/** Each cell with how it stands through each implementation that was tried on it. */
export function comparedLines(views: readonly ImplementationView[]) {
  const tried = views.flatMap(({ id, cells }) => cells.map((cell) => ({ id, cell })));
  return [...Map.groupBy(tried, ({ cell }) => cell.anchor).values()].flatMap((own) => {
    const [first] = own;
    if (!first) return [];
    const through = own.map(({ id, cell }) => ({ implementation: id, state: cell.state, tally: tallyOf(cell.cases) }));
    return { tool: first.cell.tool.id, providerApi: first.cell.provider.id, through };
  });
}
