import { clean, cutTo, type Look, most, row } from './layout.ts';
import type { Answer } from './schema.ts';

type Gap = Answer['gaps'][number];

/** The worst gaps in at most so many lines, with how many are left out. Pure. */
export function gapLines(gaps: readonly Gap[], lines: number, look: Look): string[] {
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
