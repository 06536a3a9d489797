import type { Claim } from '../../../matrix/model.ts';
import type { AdrTable, Support } from '../../../matrix/schema.ts';
import type { CellState } from '../../cells/cell-state.ts';
import type { SnapshotLibrary } from '../../snapshot/schema.ts';
import { supportWords } from '../cell/claims.ts';
import { count, link, section, source } from '../elements.ts';
import { html, type Markup } from '../markup.ts';
import type { PagesModel } from '../model.ts';
import { paths, type To } from '../paths.ts';
import { matrixCell } from '../support/cell-notes.ts';
import { word as wordOf } from '../words.ts';
import { columnsOf, wordCounts } from './cells.ts';

/** A cell on which the decision record of a library has a mark. */
interface RecordedCell {
  readonly tool: string;
  readonly providerApi: string;
  readonly claim: Claim;
  /** What the record says of the SDK of .NET. */
  readonly dotnet: Support | undefined;
  readonly word: CellState;
}

/** The mark of the decision record beside the word of a cell; nothing where both say that a tool is not offered. */
export function recordMark(library: SnapshotLibrary, model: PagesModel, tool: string, providerApi: string): Markup {
  const claim = claimOf(library.decisionRecord, model, tool, providerApi);
  const agrees = claim?.support === 'no' && model.lookup.word(tool, providerApi, library.id) === 'not-offered';
  return (
    claim &&
    !agrees &&
    html`<small title="What the decision record says">record: ${supportWords[claim.support]}</small>`
  );
}

/** What the decision record in which a library was designed says of its cells, beside what was judged. Nothing for libraries without one. */
export function recordSection(library: SnapshotLibrary, model: PagesModel, to: To): Markup {
  const cells = recordedCells(library, model);
  const [first] = cells;
  if (!first) return null;
  const said = (support: Support) => cells.filter(({ claim }) => claim.support === support);
  const { titles } = model.lookup;
  const apart = cells.filter(differs);
  return section(
    'decision-record',
    'Beside the decision record',
    `The record says yes for ${inWords(said('yes'))}. It says no for ${inWords(said('no'))}.`,
    html`<p>${source(first.claim.source.title, first.claim.source.url)}, ${first.claim.date}, says which tools the services offer, on provider APIs that it has a column for. ${apart.length === 0 ? 'All agree with what was judged.' : `In ${count(apart.length, 'cell')} it is otherwise today:`}</p>
    ${
      apart.length > 0 &&
      html`<table class="data stack"><thead><tr><th scope="col">Tool</th><th scope="col">Provider API</th><th scope="col">Record</th><th scope="col">.NET by the record</th><th scope="col">Judged</th></tr></thead>
    <tbody>${apart.map(
      ({ tool, providerApi, claim, dotnet, word }) =>
        html`<tr><th scope="row">${titles.tool(tool)}</th><td data-l="Provider API">${titles.providerApi(providerApi)}</td><td data-l="Record">${supportWords[claim.support]}${claim.label !== undefined && ` (${claim.label})`}</td><td data-l=".NET by the record">${dotnet === undefined ? '–' : supportWords[dotnet]}</td><td data-l="Judged">${link(to(paths.cell(tool, providerApi, library.id)), wordOf(word))}</td></tr>`,
    )}</tbody></table>`
    }
    <p class="mut fine">The framework for .NET is not judged here.</p>`,
  );
}

/** Whether the record and the word say different things: offered and lacking, or the reverse. */
const differs = ({ claim, word }: RecordedCell): boolean =>
  claim.support === 'no' ? word !== 'not-offered' : !worksWords.has(word);

const worksWords: ReadonlySet<CellState> = new Set(['works', 'works-with-gaps']);

function recordedCells(library: SnapshotLibrary, model: PagesModel): readonly RecordedCell[] {
  return columnsOf(library, model).flatMap(({ id: providerApi }) =>
    model.lookup.rows.flatMap(({ id: tool }) => {
      const claim = claimOf(library.decisionRecord, model, tool, providerApi);
      const word = model.lookup.word(tool, providerApi, library.id);
      if (!claim || word === undefined) return [];
      return [{ tool, providerApi, claim, dotnet: claimOf('adr-dotnet', model, tool, providerApi)?.support, word }];
    }),
  );
}

function claimOf(by: AdrTable | 'adr-dotnet' | undefined, { matrix }: PagesModel, tool: string, providerApi: string) {
  const provider = by && matrix.providers.find(({ id }) => id === providerApi);
  return provider && matrixCell(provider, tool)?.claims.find((claim) => claim.by === by);
}

/** "24 cells: 13 works, 8 does not work". */
function inWords(cells: readonly RecordedCell[]): string {
  const words = [...Map.groupBy(cells, ({ word }) => word)].map(([word, of]) => [word, of.length] as const);
  return `${count(cells.length, 'cell')}${cells.length > 0 ? `: ${wordCounts(new Map(words))}` : ''}`;
}
