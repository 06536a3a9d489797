import { hasMembers } from '../../files/has-members.ts';
import { describeFact } from '../facts/describe.ts';
import type { Fact, LocatedFact } from '../facts/fact.ts';
import type { ExpectedFact } from '../scenarios/schema.ts';
import type { Case } from './case.ts';

/** Kinds that a recording may not hold unless the scenario says so: they change what happens next. */
const mustBeExpected: readonly Fact['kind'][] = ['call', 'approval-request', 'action-call', 'error'];

/** The facts that are stated of a call; of a provider API that does not say what it took, not that it does. */
export const statedOf = ({ scenario, adapter }: Case, call: number): readonly ExpectedFact[] | undefined =>
  scenario.expect[call]?.filter((fact) => fact.kind !== 'usage' || !fact.notOf?.includes(adapter.providerApi));

/**
 * What of the facts stated by hand a recording does not hold, and what it holds beyond them; empty where it fulfils them.
 * They keep recording, reader and adapter honest: none of the three can change the conversation unnoticed.
 */
export function unfulfilled(expected: readonly ExpectedFact[], wire: readonly LocatedFact[]): string[] {
  const left = [...wire];
  const problems: string[] = [];
  for (const wanted of expected) {
    const found = left.filter(({ fact }) => fulfils(fact, wanted)).slice(0, isMany(wanted) ? undefined : 1);
    for (const fact of found) left.splice(left.indexOf(fact), 1);
    if (found.length === 0)
      problems.push(
        `expected ${JSON.stringify(wanted)}; it holds ${wire.map((w) => describeFact(w.fact)).join('; ') || 'nothing'}`,
      );
  }
  for (const { fact, path } of left) {
    if (mustBeExpected.includes(fact.kind))
      problems.push(`holds ${describeFact(fact)} at ${path}, which is not expected`);
  }
  return problems;
}

const isMany = (wanted: ExpectedFact): boolean => wanted.kind === 'action-call' && wanted.many === true;

function fulfils(fact: Fact, wanted: ExpectedFact): boolean {
  switch (wanted.kind) {
    case 'text':
      return fact.kind === 'text' && (wanted.includes ?? []).every((words) => fact.text.includes(words));
    case 'reasoning':
      return fact.kind === 'reasoning' && (!wanted.protected || fact.protectedData !== undefined);
    case 'call':
      return (
        fact.kind === 'call' &&
        fact.name === wanted.name &&
        (wanted.arguments === undefined || hasMembers(fact.arguments, wanted.arguments))
      );
    case 'hosted-call':
      return fact.kind === 'hosted-call' && hasMembers(fact.arguments, wanted.arguments ?? fact.arguments);
    case 'hosted-result': {
      if (fact.kind !== 'hosted-result') return false;
      const payload = JSON.stringify(fact.payload);
      return (wanted.includes ?? []).every((words) => payload.includes(JSON.stringify(words).slice(1, -1)));
    }
    case 'approval-request':
      return fact.kind === 'approval-request' && fact.tool === wanted.tool;
    case 'action-call':
      return (
        fact.kind === 'action-call' &&
        fact.tool === wanted.tool &&
        (wanted.safetyChecks === undefined || (fact.safetyChecks ?? []).length === wanted.safetyChecks)
      );
    case 'data':
      return fact.kind === 'data' && (wanted.mediaType === undefined || fact.mediaType === wanted.mediaType);
    case 'file':
      return fact.kind === 'file';
    case 'citation':
      return fact.kind === 'citation' && (wanted.target === undefined || fact.target === wanted.target);
    case 'finish':
      return fact.kind === 'finish' && fact.reason === wanted.reason;
    case 'usage':
      return fact.kind === 'usage' && fact.outputTokens > 0;
    case 'error':
      return (
        fact.kind === 'error' &&
        (wanted.status === undefined || fact.status === wanted.status) &&
        (wanted.code === undefined || fact.code === wanted.code)
      );
  }
}
