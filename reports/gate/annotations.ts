import { visible } from '../../files/visible.ts';
import { groupsOf } from './groups.ts';
import { placeOf } from './places.ts';
import type { Decision, GateFinding } from './schema.ts';

/** GitHub shows no more of a kind for one step. */
const most = 10;

/** The most characters of one message. */
const longest = 2_000;

/**
 * Workflow commands that put findings beside the files of a pull request: errors, then warnings, the worst first; one for findings that are
 * alike. Pure.
 *
 * @see https://docs.github.com/en/actions/reference/workflows-and-actions/workflow-commands
 */
export function annotationsOf(decision: Decision): string {
  const of = (level: GateFinding['level']) => groupsOf(decision.findings.filter((f) => f.level === level));
  const told = of('told').slice(0, most);
  return [...capped(of('fails')), ...told.map((group) => command('warning', group))]
    .map((line) => `${line}\n`)
    .join('');
}

/** The last of many says how many there are besides. */
function capped(groups: ReturnType<typeof groupsOf>): string[] {
  if (groups.length <= most) return groups.map((group) => command('error', group));
  const more = groups.length - most + 1;
  return [
    ...groups.slice(0, most - 1).map((group) => command('error', group)),
    `::error title=gate::and ${more} more; the log of this step has all`,
  ];
}

function command(kind: 'error' | 'warning', [first, ...others]: readonly GateFinding[]): string {
  if (!first) return '';
  const { file, line } = placeOf(first.place);
  const more = others.length > 0 ? `\nand ${others.length} more like it` : '';
  const replay = first.replay === undefined ? '' : `\nreplay: ${first.replay}`;
  const message = `${visible(first.what).slice(0, longest)}${more}\n${visible(first.todo).slice(0, longest)}${replay}`;
  const properties = [
    ...(file === undefined ? [] : [`file=${property(file)}`, `line=${line}`]),
    `title=${property(`${first.rule}${first.case === undefined ? '' : `: ${first.case}`}`)}`,
  ];
  return `::${kind} ${properties.join(',')}::${data(message)}`;
}

/** As the runner unescapes messages. */
const data = (text: string): string =>
  text.toWellFormed().replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');

/** As the runner unescapes properties. */
const property = (text: string): string => data(visible(text)).replaceAll(':', '%3A').replaceAll(',', '%2C');
