import { hash } from 'node:crypto';
import { visible } from '../../files/visible.ts';
import packageJson from '../../package.json' with { type: 'json' };
import { placeOf } from './places.ts';
import type { Decision, GateFinding } from './schema.ts';

/** The most characters of one message. */
const longest = 4_000;

/** What code scanning takes in of one run. */
const mostResults = 5_000;

/**
 * What the gate found as SARIF 2.1.0, for code scanning: of a check that failed the rule is the check, of anything else the gate's
 * own. What is better now is left out. Pure.
 *
 * @see https://docs.oasis-open.org/sarif/sarif/v2.1.0/sarif-v2.1.0.html
 */
export function sarifOf(decision: Decision): string {
  const found = decision.findings.filter(({ level }) => level !== 'better').slice(0, mostResults);
  const ids = [...new Set(found.map(ruleIdOf))].sort();
  const log = {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: {
          driver: {
            name: 'Agent Tools Conformance',
            semanticVersion: packageJson.version,
            rules: ids.map((id) => ruleOf(id, decision)),
          },
        },
        columnKind: 'utf16CodeUnits',
        results: found.map((finding) => resultOf(finding, ids)),
      },
    ],
  };
  return `${JSON.stringify(log, null, 1)}\n`;
}

const ruleIdOf = ({ rule, check }: GateFinding): string => (check ? `check/${check.check}` : `gate/${rule}`);

function ruleOf(id: string, { checks, rules }: Decision): Readonly<Record<string, unknown>> {
  const name = id.slice(id.indexOf('/') + 1);
  const check = id.startsWith('check/') ? checks.find((c) => c.id === name) : undefined;
  if (check) {
    const url = check.sources.find((source) => source.url?.startsWith('https://'))?.url;
    const sources = check.sources.map(({ title }) => title).join('; ');
    return {
      id,
      shortDescription: { text: check.title },
      fullDescription: { text: check.reason },
      help: { text: sources === '' ? check.reason : `${check.reason}\n\nSources: ${sources}` },
      ...(url ? { helpUri: url } : {}),
    };
  }
  const rule = rules.find((r) => r.id === name);
  return { id, shortDescription: { text: rule?.title ?? name }, fullDescription: { text: rule?.why ?? name } };
}

function resultOf(finding: GateFinding, ids: readonly string[]): Readonly<Record<string, unknown>> {
  const { level, what, todo, place, replay, case: id } = finding;
  const ruleId = ruleIdOf(finding);
  const { file, line } = placeOf(place);
  const message = [what, todo, ...(replay ? [`Replay: ${replay}`] : [])].map((text) => visible(text).slice(0, longest));
  return {
    ruleId,
    ruleIndex: ids.indexOf(ruleId),
    level: level === 'fails' ? 'error' : 'note',
    message: { text: message.join('\n').toWellFormed() },
    locations: [
      {
        physicalLocation: {
          artifactLocation: { uri: encodeURI((file ?? 'README.md').toWellFormed()), uriBaseId: '%SRCROOT%' },
          region: { startLine: line },
        },
      },
    ],
    // What is the same finding tomorrow: neither its line nor its words.
    partialFingerprints: { 'case/v1': hash('sha256', JSON.stringify([ruleId, finding.rule, id ?? what])) },
  };
}
