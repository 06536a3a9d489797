import { countOf } from '../../lib/count-of.ts';
import { cellStates } from '../cells/cell-state.ts';
import type { Lookup } from '../snapshot/lookup.ts';
import { called } from '../snapshot/names.ts';
import { isServed } from './answer.ts';
import { cut, type Look, most, row, wrapped } from './layout.ts';
import type { Answer, CanIUse } from './schema.ts';
import { noLongerServed, packagesText, paintOf, sharesText, titlesIn } from './wording.ts';

/** Several answers, those about one provider API by library, others by provider API. What has nothing to count is named together. Pure. */
export function listLines({ question, answers }: CanIUse, lookup: Lookup, look: Look): string[] {
  const { bold, dim, red } = look.colour;
  const titles = titlesIn(lookup);
  const [api, ...otherApis] = question.providerApis;
  const only = otherApis.length === 0 ? api : undefined;
  const heading = [
    titles.tool(question.tool),
    ...(only === undefined ? [] : [titles.providerApi(only)]),
    ...(question.library === undefined ? [] : [titles.library(question.library)]),
  ];
  const libraryOf = ({ library }: Answer) => (library === undefined ? '' : titles.library(library));
  const nameOf = (answer: Answer): string => {
    if (only === undefined) return titles.providerApi(answer.providerApi);
    const packages = packagesText(answer.packages.slice(0, 1));
    return packages ? `${libraryOf(answer)} (${packages})` : libraryOf(answer);
  };
  const groups = Map.groupBy(answers, (answer) => groupOf(answer, only !== undefined));
  const counted = groups.get('counted') ?? [];
  const columns = counted.map((answer) => [
    nameOf(answer),
    cellStates[answer.word].word,
    ...(only === undefined && question.library === undefined
      ? [answer.library === undefined ? '' : titles.by(answer.library)]
      : []),
  ]);
  const widthOf = (column: number) => Math.max(...columns.map((cells) => cells[column]?.length ?? 0));
  const rows = counted.map((answer, i) => {
    const [name = '', word = '', ...by] = (columns[i] ?? []).map((cell, column) => cell.padEnd(widthOf(column)));
    const gaps = answer.gaps.length > 0 ? countOf(answer.gaps.length, 'gap') : [];
    const counts = [sharesText(answer, ['core', 'extended']) || [], gaps].flat().join(' · ');
    const room = ['', name, word, ...by, ''].join('  ').length;
    return ['', name, paintOf(answer, look.colour)(word), ...by, cut(counts, room, look)].join('  ');
  });
  const named = (['not judged', 'no adapter', 'not offered'] as const).flatMap((group) => {
    const names = groups.get(group)?.map(nameOf);
    return names ? wrapped(group, names, look) : [];
  });
  const gone = groups.get('gone') ?? [];
  const body = [
    ...(only !== undefined && answers[0] && !isServed(answers[0])
      ? [`  ${red(noLongerServed(answers[0]))}; against recordings:`]
      : []),
    ...rows,
    ...named,
    ...gone.map((answer) => cut(`  ${nameOf(answer)}: ${noLongerServed(answer)}`, 0, look)),
  ];
  const best = counted.find(({ library = '' }) => lookup.library(library)?.role === 'library') ?? counted[0];
  const end = best ? ['', dim(row('more', questionOf(best, lookup), look))] : [];
  const room = look.isAll ? body.length : most.lines - 2 - end.length;
  const shown =
    body.length > room ? [...body.slice(0, room - 1), `  …${body.length - room + 1} more with --all`] : body;
  const legend = counted.length > 0 ? dim('  (counted: conversations without gaps)') : '';
  return [`${bold(cut(heading.join(' · '), 40, look))}${legend}`, '', ...shown, ...end];
}

function groupOf(answer: Answer, isOfOneApi: boolean) {
  if (!isServed(answer) && !isOfOneApi) return 'gone';
  if (answer.word === 'not-offered') return 'not offered';
  if (answer.word !== 'not-judged') return 'counted';
  return answer.adapter === undefined ? 'no adapter' : 'not judged';
}

/** The command that gives one of several answers. */
function questionOf({ tool, providerApi, library }: Answer, { snapshot }: Lookup): string {
  const isOwn = called(providerApi, snapshot.providerApis).length === 1;
  const provider = isOwn ? providerApi : `'${snapshot.providerApis.find(({ id }) => id === providerApi)?.title}'`;
  return `npm run atc -- can-i-use ${tool} --library ${library} --provider ${provider}`;
}
