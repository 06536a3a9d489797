import { countOf } from '../../lib/count-of.ts';
import { escapeControl } from '../../lib/escape-control-characters.ts';
import type { Palette } from '../../reports/summary/palette.ts';
import { isNotice, type MetFinding } from '../../spec/probe/judge.ts';
import type { ProbedScenario, ProbeResults } from './probe.ts';

/** Places of a finding that are named. */
const shownPlaces = 4;

/** What a probe prints: what is wrong, worst first, then what shows nothing. Pure. */
export function probeText(results: ProbeResults, colour: Palette): string {
  const { providerApi, baseUrl, model, requests, verdicts, findings, scenarios } = results;
  const wrong = findings.filter((finding) => !isNotice(finding));
  const part = (title: string, lines: readonly string[]) =>
    lines.length > 0 ? ['', colour.bold(title), ...lines] : [];
  const others = (verdict: ProbedScenario['verdict']) =>
    scenarios
      .filter((one) => one.verdict === verdict)
      .map(({ scenario, mode, reason = '' }) => `  ${scenario}/${mode}: ${escapeControl(reason)}`);
  return [
    `${colour.bold(providerApi)} at ${escapeControl(baseUrl)}, model ${escapeControl(model)}: ${countOf(requests, 'request')}`,
    ...part(
      'Wrong',
      wrong.flatMap((finding) => findingLines(finding, colour)),
    ),
    ...part(
      'Notices',
      findings.filter(isNotice).flatMap((finding) => findingLines(finding, colour)),
    ),
    ...part('Not offered', others('not offered')),
    ...part('Inconclusive', others('inconclusive')),
    '',
    Object.entries(verdicts)
      .map(([word, count]) => `${count} ${word}`)
      .join(', '),
    wrong.length === 0
      ? 'nothing wrong'
      : colour.red(`${countOf(wrong.length, 'difference')} from the provider’s wire`),
  ].join('\n');
}

/** Where a finding was met: the first places of many. */
export function placesOf({ path, in: places }: MetFinding): string {
  const more = places.length > shownPlaces ? ` and ${places.length - shownPlaces} more` : '';
  return `${path} of ${places.slice(0, shownPlaces).join(', ')}${more}`;
}

function findingLines(finding: MetFinding, colour: Palette): string[] {
  const { rule, impact, message, source, times } = finding;
  const paint = impact === 'breaks' ? colour.red : impact === 'loses' ? colour.yellow : colour.dim;
  return [
    `  ${paint(impact.padEnd(8))}${escapeControl(message)} [${rule}, ${times}×]`,
    ...[placesOf(finding), source].map((line) => colour.dim(`          ${escapeControl(line)}`)),
  ];
}
