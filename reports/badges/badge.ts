import { assertKnown } from '../../lib/did-you-mean.ts';
import { escapeControl } from '../../lib/escape-control-characters.ts';
import { UserError } from '../../lib/user-error.ts';
import type { Cell, Matrix } from '../../matrix/model.ts';
import type { CaseResult, Results } from '../../spec/results/schema.ts';
import { worded } from '../cells/case-impact.ts';
import { type CellState, cellState, cellStates, gradeOf } from '../cells/cell-state.ts';
import { isAcceptable } from '../summary/summary.ts';

/** A badge before it has a form: see `svg.ts` and `shields.ts`. */
export interface Badge {
  readonly label: string;
  readonly message: string;
  /** `good` only where all that there is was tried, and all of it works. */
  readonly tone: 'good' | 'mixed' | 'bad' | 'none';
  /** The whole of it in one sentence, for who cannot see it and for who points at it. */
  readonly title: string;
}

/** What a badge is about; everything that is not named. */
export interface BadgeScope {
  readonly adapter?: string | undefined;
  readonly provider?: string | undefined;
  readonly tool?: string | undefined;
}

interface PlayedCell {
  readonly tool: string;
  /** Nothing of what lies beyond the matrix: it can fail, and is no tool that works. */
  readonly cell: Cell | undefined;
  readonly state: CellState;
}

/**
 * The badge of a run, or of a part of it: cells by adapter and tool. Pure.
 *
 * @throws {UserError} an id that these results do not have, or an adapter of another provider API.
 */
export function badgeOf(results: Results, scope: BadgeScope = {}): Badge {
  const { adapter, provider, tool } = scope;
  const { tools, providers } = results.matrix as Matrix;
  const { adapters } = results.run;
  if (adapter !== undefined) assertKnown('adapter in these results', adapter, idsOf(adapters));
  if (provider !== undefined) assertKnown('provider API', provider, idsOf(providers));
  if (tool !== undefined) assertKnown('tool', tool, idsOf(tools));
  const chosen = adapters.filter(
    (a) => (adapter === undefined || a.id === adapter) && (provider === undefined || a.providerApi === provider),
  );
  if (adapter !== undefined && chosen.length === 0) {
    throw new UserError(`adapter "${adapter}" has another provider API than "${provider}"`, {
      hint: 'leave one of them out',
    });
  }
  const cases = results.cases.filter(
    (c) => chosen.some(({ id }) => id === c.adapter) && (tool === undefined || c.tool === tool),
  );
  const cells = chosen.flatMap(({ id, providerApi }) => {
    const column = providers.find((p) => p.id === providerApi);
    const own = Map.groupBy(
      cases.filter((c) => c.adapter === id),
      (c) => c.tool,
    );
    const subjects = tool === undefined ? [...new Set([...idsOf(tools), ...own.keys()])] : [tool];
    return subjects.map((subject) => playedCell(subject, column?.cells, own.get(subject) ?? []));
  });
  const label = [tool, adapter ?? provider].flatMap((part) => part ?? []).join(' · ') || 'agent tools';
  // What is wrong with the run as a whole is nobody's cell.
  const problems = adapter === undefined && provider === undefined && tool === undefined ? results.problems.length : 0;
  return { label, ...said(cells, chosen.length === 1, problems, label, results.run.asOf, cases) };
}

const idsOf = (items: readonly { readonly id: string }[]): string[] => items.map(({ id }) => id);

function playedCell(
  tool: string,
  cells: Readonly<Record<string, Cell>> | undefined,
  cases: readonly CaseResult[],
): PlayedCell {
  const cell = cells && Object.hasOwn(cells, tool) ? cells[tool] : undefined;
  return { tool, cell, state: cellState(cell?.support ?? 'yes', cases.map(worded)) };
}

const working: readonly CellState[] = ['works', 'works-with-gaps'];

function said(
  cells: readonly PlayedCell[],
  isOneAdapter: boolean,
  problems: number,
  label: string,
  asOf: string,
  cases: readonly CaseResult[],
): Omit<Badge, 'label'> {
  const titled = (message: string, tone: Badge['tone']) => {
    const grade = gradeOf(cases);
    const passed = cases.filter(({ verdict }) => verdict === 'pass').length;
    const evidence = grade === undefined ? '' : `, evidence ${grade}`;
    return {
      message,
      tone,
      title: `${label}: ${message} (run of ${asOf}, ${passed} of ${cases.length} cases pass${evidence})`,
    };
  };
  if (cases.length === 0) return titled('not run', 'none');
  const [only, ...rest] = cells;
  const failing = cases.filter((c) => !isAcceptable(c)).length;
  const tone = toneOf(cells, problems + failing);
  if (only && rest.length === 0) return titled(cellStates[only.state].word, tone);
  // What a provider lacks is no tool that could work, and break-glass no tool.
  const offered = cells.filter(
    ({ cell }) => ['yes', 'partial'].includes(cell?.support ?? '') && cell?.lifecycle !== 'retired',
  );
  const count = (states: readonly CellState[]) => offered.filter(({ state }) => states.includes(state)).length;
  const noun = isOneAdapter ? 'tools' : 'cells';
  const parts = [
    offered.length > 0 ? `${count(working)} of ${offered.length} ${noun} work` : [],
    ...(['in-part', 'rejected', 'does-not-work', 'not-judged'] as const).map((state) =>
      some(count([state]), cellStates[state].word),
    ),
    some(failing, failing === 1 ? 'case failing' : 'cases failing'),
    some(problems, problems === 1 ? 'problem of the run' : 'problems of the run'),
  ].flat();
  return titled(parts.join(', ') || 'nothing offered', tone);
}

const some = (n: number, what: string): string[] => (n === 0 ? [] : [`${n} ${what}`]);

/** @param wrong problems of the run, and cases that fail and are no known issue */
function toneOf(cells: readonly PlayedCell[], wrong: number): Badge['tone'] {
  if (wrong > 0) return 'bad';
  const judged = cells.filter(({ cell, state }) => cell && !['not-judged', 'not-offered'].includes(state));
  if (judged.length === 0) return 'none';
  return judged.every(({ cell, state }) => working.includes(state) && cell?.lifecycle !== 'retired') ? 'good' : 'mixed';
}

/** Grounds of a badge, all dark enough for white text (WCAG 2.2 AA). Sure ones, for no theme surrounds a badge that would be known. */
export const grounds: Readonly<Record<Badge['tone'] | 'label', string>> = {
  label: '#3b3c40',
  good: '#0c6339',
  mixed: '#7d4700',
  bad: '#a81530',
  none: '#5a5b5e',
};

/** The text of a badge. */
export const ink = '#ffffff';

/** What an endpoint badge of shields.io is made from (https://shields.io/badges/endpoint-badge). */
interface ShieldsEndpoint {
  readonly schemaVersion: 1;
  readonly label: string;
  readonly message: string;
  readonly color: string;
  readonly labelColor: string;
  /** Keeps whoever embeds it from painting what fails in another colour. */
  readonly isError?: true;
}

/** A badge as shields.io takes it. Pure. */
export function shieldsOf({ label, message, tone }: Badge): ShieldsEndpoint {
  return {
    schemaVersion: 1,
    label: escapeControl(label),
    message: escapeControl(message),
    color: grounds[tone],
    labelColor: grounds.label,
    ...(tone === 'bad' ? { isError: true } : {}),
  };
}

const height = 20;
const padding = 6;

/** A badge as a picture that stands alone: no script, no font, no request. Pure. */
export function svgOf({ label, message, tone, title }: Badge): string {
  const left = { text: oneLine(label), x: 0, ground: grounds.label };
  const right = { text: oneLine(message), x: widthOf(left.text), ground: grounds[tone] };
  const width = right.x + widthOf(right.text);
  const name = escaped(oneLine(title));
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" role="img" aria-label="${name}">
  <title>${name}</title>
  <clipPath id="round"><rect width="${width}" height="${height}" rx="3"/></clipPath>
  <g clip-path="url(#round)">
${[left, right].map(({ x, ground, text }) => `    <rect x="${x}" width="${widthOf(text)}" height="${height}" fill="${ground}"/>`).join('\n')}
  </g>
  <g aria-hidden="true" fill="${ink}" font-family="Verdana,Geneva,'DejaVu Sans',sans-serif" font-size="11">
${[left, right].map(({ x, text }) => `    <text x="${x + padding}" y="14" textLength="${widthOf(text) - 2 * padding}" lengthAdjust="spacingAndGlyphs">${escaped(text)}</text>`).join('\n')}
  </g>
</svg>
`;
}

const oneLine = (text: string): string => escapeControl(text.replaceAll(/\s+/g, ' '));

const escaped = (text: string): string => text.replace(/[&<>"']/g, (character) => `&#${character.codePointAt(0)};`);

const widthOf = (text: string): number =>
  Math.round([...text].reduce((total, character) => total + (widths.get(character) ?? usual), 0)) + 2 * padding;

/** Pixels of a character of Verdana, 11 px, about: `textLength` makes every font fit. */
const usual = 7;
const widths: ReadonlyMap<string, number> = new Map(
  (
    [
      [3.2, "ijlI'|"],
      [4, ' .,:;·!'],
      [4.6, 'ftr()[]{}-/\\'],
      [5.8, 'cksvxyz?"JL'],
      [9, 'wOQGDHNU&'],
      [10.8, 'mMW@%'],
    ] as const
  ).flatMap(([width, characters]) => [...characters].map((character) => [character, width] as const)),
);
