/** Kinds of faults that answers are given on their way, and what an adapter owes its caller then. */
import { named } from '../../recordings/faults/exceptions.ts';
import type { FaultsOf } from '../../recordings/faults/fault.ts';
import { framing } from '../../recordings/faults/framing.ts';
import { apisWithLateErrors, late } from '../../recordings/faults/late.ts';
import { lost } from '../../recordings/faults/lost.ts';
import { malformed } from '../../recordings/faults/malformed.ts';
import { intercepted, refused } from '../../recordings/faults/refused.ts';
import { torn } from '../../recordings/faults/torn.ts';
import { unknownMembers } from '../../recordings/faults/unknown.ts';
import type { Mode } from '../engine/trace.ts';
import type { Scenario } from '../scenarios/schema.ts';

/** Faults of one kind. They are tried on the recordings of one tool, each once. */
export interface FaultFamily {
  /** Stands in the place of a scenario's id. */
  readonly id: string;
  readonly title: string;
  readonly purpose: string;
  readonly faultsOf: FaultsOf;
  /** Whether it takes minutes: then only a thorough run tries it. */
  readonly isLong?: true;
  /** The provider APIs whose answers can have them; all, where absent. */
  readonly providerApis?: readonly string[];
  /** How it is asked where its answers can have them; both, where absent. */
  readonly modes?: readonly Mode[];
  /** The conversations whose answers can have them; all, where absent. */
  readonly of?: (scenario: Scenario) => boolean;
  /** The checks that judge what came of it. */
  readonly checks: readonly string[];
}

/** What is true of any call, however it ends. */
const cleanly = ['typed-errors-only', 'contract-shape', 'errors-in-words', 'nothing-left-behind'];

/** What an answer said. */
const facts = [
  'text-equals-wire',
  'reasoning-equals-wire',
  'calls-equal-wire',
  'hosted-tools-equal-wire',
  'approval-requests-equal-wire',
  'action-calls-equal-wire',
  'citations-equal-wire',
  'files-equal-wire',
  'finish-reason-equals-wire',
  'usage-equals-wire',
  'errors-equal-wire',
];

/** A conversation in which the provider answers with an error of HTTP. */
const isRefused = ({ expect }: Scenario): boolean =>
  expect.some((facts) => facts.some((fact) => fact.kind === 'error' && fact.status !== undefined));

export const faultFamilies: readonly FaultFamily[] = [
  {
    id: 'fault-malformed',
    title: 'Answers that are not what the provider promised',
    purpose:
      'Where a member of an answer is missing, null or of another type, the call ends with an error of the contract that says so, or goes on without it: it never breaks inside the adapter.',
    faultsOf: malformed,
    isLong: true,
    checks: cleanly,
  },
  {
    id: 'fault-framing',
    title: 'Streams in other bytes, and in other pieces',
    purpose:
      'Networks cut a stream where they like, and servers write the same events in many ways: what was said stays the same.',
    faultsOf: framing,
    modes: ['stream'],
    checks: [...cleanly, ...facts],
  },
  {
    id: 'fault-unknown-members',
    title: 'Answers with members that nobody knew',
    purpose: 'Providers add members without a new version: nothing of what is known is lost for it.',
    faultsOf: unknownMembers,
    checks: [...cleanly, ...facts],
  },
  {
    id: 'fault-torn',
    title: 'Answers that end before they are over',
    purpose: 'An answer of which a part is missing is never taken for a whole one.',
    faultsOf: torn,
    checks: [...cleanly, ...facts],
  },
  {
    id: 'fault-refused',
    title: 'Errors of the provider with any status',
    purpose: 'Whatever the status, the caller learns what it was, what the provider said, and when to come again.',
    faultsOf: refused,
    of: isRefused,
    checks: [...cleanly, 'errors-equal-wire'],
  },
  {
    id: 'fault-named',
    title: 'Exceptions of AWS by every name',
    purpose: 'An exception is told apart by its name: what it is called is passed on, and says whether to try again.',
    faultsOf: named,
    providerApis: ['bedrock-agents', 'bedrock-converse'],
    of: isRefused,
    checks: [...cleanly, 'errors-equal-wire', 'retries-told'],
  },
  {
    id: 'fault-late',
    title: 'Errors of the provider in the midst of an answer',
    purpose:
      'An answer that had begun may still end with an error: the caller learns which, and whether to try again, and never takes what came for the whole.',
    faultsOf: late,
    modes: ['stream'],
    providerApis: apisWithLateErrors,
    checks: [...cleanly, 'errors-equal-wire', 'retries-told'],
  },
  {
    id: 'fault-intercepted',
    title: 'Answers of something between caller and provider',
    purpose:
      'Gateways and proxies answer in their own words, or in none: the caller learns what it was, and whether another try makes sense.',
    faultsOf: intercepted,
    checks: [...cleanly, 'errors-equal-wire', 'retries-told'],
  },
  {
    id: 'fault-lost',
    title: 'Answers that the network loses',
    purpose:
      'A connection that is refused, reset or waited for in vain ends the call in time, with an error that says so; nothing of it is taken for an answer.',
    faultsOf: lost,
    checks: [...cleanly, 'lost-answers-told'],
  },
];
