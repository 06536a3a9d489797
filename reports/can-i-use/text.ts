import { countOf } from '../../lib/count-of.ts';
import { cellStates } from '../cells/cell-state.ts';
import type { Lookup } from '../snapshot/lookup.ts';
import { called } from '../snapshot/names.ts';
import { isServed } from './answer.ts';
import {
  clean,
  cut,
  cutTo,
  fitting,
  type Look,
  labelled,
  most,
  noLongerServed,
  packagesText,
  paintOf,
  row,
  sharesText,
  type Titles,
  titlesIn,
  wrapped,
} from './layout.ts';
import type { Answer, CanIUse } from './schema.ts';

/** Answers as text: one in full, several in a line each. Pure. */
export function canIUseText(asked: CanIUse, lookup: Lookup, look: Look): string {
  const [answer, ...more] = asked.answers;
  const lines = answer && more.length === 0 ? answerLines(answer, lookup, look) : listLines(asked, lookup, look);
  return `${lines.join('\n')}\n`;
}

const wordWidth = 20;

/** One answer in full. Pure. */
function answerLines(answer: Answer, lookup: Lookup, look: Look): string[] {
  const { word, evidence, newest, instead, proof, providerApi } = answer;
  const { bold, dim, red } = look.colour;
  const titles = titlesIn(lookup);
  const shares = sharesText(answer, ['core', 'extended', 'edge', 'robustness']);
  const said = shares ? `${answer.gaps.length > 0 ? 'without gaps: ' : ''}${shares}` : meaningOf(answer);
  const head = [
    bold(headingOf(answer, titles, look)),
    '',
    ...(isServed(answer) ? [] : [`  ${red(noLongerServed(answer))}; against recordings:`]),
    `  ${paintOf(answer, look.colour)(cellStates[word].word.padEnd(wordWidth))}  ${cut(said, wordWidth + 4, look)}`,
    ...groundsOf(answer).map(
      (grounds) => `  ${(evidence ?? 'no evidence').padEnd(wordWidth)}  ${cut(grounds, wordWidth + 4, look)}`,
    ),
    ...(newest ? [row('newest', `${cellStates[newest.word].word}, with ${packagesText(newest.packages)}`, look)] : []),
  ];
  const others = instead.map((other) => {
    const api = other.providerApi === providerApi ? '' : `${titles.providerApi(other.providerApi)} with `;
    return `${api}${titles.by(other.library)}: ${cellStates[other.word].word}`;
  });
  const end = [
    ...(others.length > 0 ? [row('instead', fitting(others, '; ', most.columns - labelled, look), look)] : []),
    ...(proof ? [dim(row('play it', proof.run, look)), dim(row('proof', `${proof.page}, after that run`, look))] : []),
  ];
  const rest = [...gapLines(answer.gaps, most.lines - head.length - 1 - end.length, look), ...end];
  return [...head, ...(rest.length > 0 ? [''] : []), ...rest];
}

/** `Web Search · Anthropic Messages · LangChain.js (@langchain/anthropic 1.5.11)`, with as many packages as there is room for. */
function headingOf({ tool, providerApi, library, packages }: Answer, titles: Titles, look: Look): string {
  const named = [titles.tool(tool), titles.providerApi(providerApi), ...(library ? [titles.library(library)] : [])];
  const title = cut(named.join(' · '), 0, look);
  if (packages.length === 0) return title;
  const own = packages.map((one) => packagesText([one]));
  return cut(`${title} (${fitting(own, ', ', most.columns - title.length - 3, look)})`, 0, look);
}

/** What there is to say where nothing was counted. */
function meaningOf({ word, adapter, library }: Answer): string {
  if (adapter !== undefined || library === undefined) return cellStates[word].meaning;
  return word === 'not-offered' ? 'The provider lacks the tool.' : 'This project has no adapter of the library for it.';
}

/** What the word rests on, and what the provider says of the tool; nothing where neither is known. */
function groundsOf({ evidence, offered, api }: Answer): string[] {
  const until = api.lifecycle === 'deprecated' && api.until !== undefined ? `served until ${api.until}` : [];
  const support = { yes: [], no: 'no', partial: 'in part', unknown: 'unknown' };
  const lifecycle = { ga: [], preview: 'preview', deprecated: 'deprecated', retired: 'retired' };
  const said = offered ? [support[offered.support], lifecycle[offered.lifecycle], until].flat() : [];
  const matrix = offered ? `matrix: ${said.join(', ') || 'generally available'}` : [];
  const grounds = [evidence ? 'weakest evidence of the core conversations' : [], matrix].flat();
  return grounds.length > 0 ? [grounds.join('; ')] : [];
}

type Gap = Answer['gaps'][number];

/** The worst gaps in at most so many lines, with how many are left out. Pure. */
function gapLines(gaps: readonly Gap[], lines: number, look: Look): string[] {
  const chosen = look.isAll ? gaps : gaps.slice(0, most.gaps);
  const longest = look.isAll ? Number.POSITIVE_INFINITY : most.title;
  const width = Math.min(longest, Math.max(0, ...chosen.map(({ title }) => clean(title).length)));
  const blocks = chosen.map((gap, i) => blockOf(gap, i === 0 ? 'gaps' : '', width, look));
  const fitting = blocks.findLastIndex((_, i) => {
    const needed = blocks.slice(0, i + 1).flat().length + (i + 1 < gaps.length ? 1 : 0);
    return look.isAll || needed <= lines;
  });
  const left = gaps.length - fitting - 1;
  const more = left > 0 ? [row('', `…${left} more with --all`, look)] : [];
  return [...blocks.slice(0, fitting + 1).flat(), ...more];
}

/** A link that does not fit beside its gap comes below. */
function blockOf(gap: Gap, label: string, width: number, look: Look): string[] {
  const [said, link] = upstreamOf(gap);
  const title = cutTo(gap.title, width).padEnd(width);
  const line = row(label, `${title}  ${gap.impact.padEnd(7)}  ${said}`, look);
  if (link === undefined) return [line];
  const whole = `${line}, ${link}`;
  return look.isAll || whole.length <= most.columns ? [whole] : [line, row('', `  ${link}`, look)];
}

/** Whether its maintainers know, and where. */
function upstreamOf({ upstream, fixed }: Gap): readonly [said: string, link?: string] {
  if (upstream === undefined) return ['no known issue yet'];
  if (fixed !== undefined) return [`fixed in ${fixed}`];
  return typeof upstream === 'string' ? [upstream] : [`upstream: ${upstream.state}`, clean(upstream.url)];
}

/** Several answers, those about one provider API by library, others by provider API. What has nothing to count is named together. Pure. */
function listLines({ question, answers }: CanIUse, lookup: Lookup, look: Look): string[] {
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
