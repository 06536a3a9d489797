import { visible } from '../../files/visible.ts';
import type { CaseResult, Results } from '../../spec/results/schema.ts';
import { isAcceptable } from '../summary/summary.ts';
import type { Decision, GateFinding } from './schema.ts';

/** The most characters of one message. */
const longest = 4_000;

/**
 * A run as JUnit XML: a suite per adapter, a case per case; then a suite of what the gate found that is no case. A case fails where the
 * gate fails by it; one that is listed, or failed before, is skipped with the reason. Valid against the schemas of Jenkins
 * and Surefire: attributes and elements are those that both know. Pure.
 *
 * @see https://github.com/jenkinsci/xunit-plugin/blob/master/src/main/resources/org/jenkinsci/plugins/xunit/types/model/xsd/junit-10.xsd
 */
export function junitOf(decision: Decision, { cases }: Results): string {
  const failing = decision.findings.filter(({ level }) => level === 'fails');
  const known = new Set(cases.map(({ id }) => id));
  const byCase = Map.groupBy(failing, (f) => f.case);
  const suites = [...Map.groupBy(cases, (c) => c.adapter)].map(([adapter, own]) =>
    suite(
      adapter,
      own.map((c) => testcase(c, byCase.get(c.id) ?? [])),
    ),
  );
  const others = failing.filter((f) => f.case === undefined || !known.has(f.case));
  const own = others.map((f, i) => ({
    xml: element(
      'testcase',
      { name: f.case ?? `${f.rule} ${i + 1}`, classname: `gate.${f.rule}`, time: '0' },
      fault('failure', f),
    ),
    outcome: 'failures' as const,
  }));
  const all = [...suites, ...(own.length > 0 ? [suite('gate', own)] : [])];
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites>\n${all.join('')}</testsuites>\n`;
}

type Outcome = 'failures' | 'errors' | 'skipped' | undefined;
interface Testcase {
  readonly xml: string;
  readonly outcome: Outcome;
}

function testcase(c: CaseResult, [finding]: readonly GateFinding[]): Testcase {
  const [adapter = '', ...rest] = c.id.split('/');
  const attributes = { name: rest.join('/'), classname: `${adapter}.${c.tool}`, time: '0' };
  const isError = c.verdict === 'error' || c.verdict === 'not-testable';
  if (finding) {
    return {
      xml: element('testcase', attributes, fault(isError ? 'error' : 'failure', finding)),
      outcome: isError ? 'errors' : 'failures',
    };
  }
  if (c.verdict === 'pass') return { xml: element('testcase', attributes), outcome: undefined };
  const message = isAcceptable(c)
    ? `${c.verdict}: ${c.reason ?? ''}`
    : `fails the gate no more than before: ${c.reason ?? ''}`;
  return {
    xml: element('testcase', attributes, element('skipped', { message: message.slice(0, longest) })),
    outcome: 'skipped',
  };
}

function fault(kind: 'failure' | 'error', { rule, what, todo, replay, check }: GateFinding): string {
  const finding = check?.findings[0];
  const text = [
    what,
    ...(finding?.wirePath ? [`wire: ${finding.wirePath}`] : []),
    ...(finding?.adapterPath ? [`adapter: ${finding.adapterPath}`] : []),
    todo,
    ...(replay ? [`replay: ${replay}`] : []),
  ].join('\n');
  return element(
    kind,
    { message: what.slice(0, longest), type: check?.check ?? rule },
    escaped(text.slice(0, longest * 2)),
  );
}

function suite(name: string, cases: readonly Testcase[]): string {
  const count = (outcome: Outcome) => String(cases.filter((c) => c.outcome === outcome).length);
  const counts = {
    tests: String(cases.length),
    failures: count('failures'),
    errors: count('errors'),
    skipped: count('skipped'),
  };
  return element('testsuite', { name, ...counts, time: '0' }, `\n${cases.map(({ xml }) => xml).join('')}`);
}

function element(name: string, attributes: Readonly<Record<string, string>>, content?: string): string {
  const said = Object.entries(attributes).map(([key, value]) => ` ${key}="${escaped(value)}"`);
  return `<${name}${said.join('')}${content === undefined ? '/>' : `>${content}</${name}>`}\n`;
}

/** Text in XML 1.0, which has no place for control characters: they are made visible, and with them what deceives the eye. */
const escaped = (text: string): string =>
  visible(text.toWellFormed())
    .replaceAll(/[\ufffe\uffff]/g, '\ufffd')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll('\n', '&#10;')
    .replaceAll('\t', '&#9;');
