/** Kinds of faults that answers are given on their way, and what an adapter owes its caller then. */
import { isJsonObject, type Json } from '../../lib/canonical-json.ts';
import { corrupt, late, lost, malformed, torn } from '../../recordings/faults/damaged-responses.ts';
import { intercepted, named, refused, retried } from '../../recordings/faults/error-responses.ts';
import type { Fault, FaultsOf, FaultTraits } from '../../recordings/faults/fault.ts';
import { mutated } from '../../recordings/faults/mutations/seeded.ts';
import { lengthOf, partsOf, withParts, withValue, written } from '../../recordings/faults/response-parts.ts';
import { byteByByte, framing } from '../../recordings/faults/stream-framing.ts';
import { emptyEventsIn, inTurns } from '../../recordings/faults/tolerance/empty-events.ts';
import { unknownEventsIn, unknownMembers, unknownPartsIn } from '../../recordings/faults/tolerance/unknown-parts.ts';
import { unknownFinishReasons, unknownToolsIn } from '../../recordings/faults/tolerance/unknown-tools.ts';
import type { HttpResponse } from '../../recordings/format/exchange.ts';
import { replaySecret } from '../engine/replay-settings.ts';
import type { Mode } from '../engine/trace.ts';
import type { Scenario } from '../scenarios/schema.ts';
import type { WireSchemas } from '../wire/schemas/index.ts';
import type { FaultGroup } from './groups.ts';

/** Members in which provider APIs say what is wrong. */
const words: ReadonlySet<string> = new Set(['message', 'msg', 'detail', 'Message']);

/** A page of a conversation. */
const prompt = 'The user asked for the tides of every harbour, one after the other. '.repeat(100);

/** A recorded refusal whose words go on with the secrets, or with the prompt. Pure. */
export const echoed: FaultsOf = (response, operation) => {
  if (response.status < 400) return [];
  const told = [
    ['the credentials', ` The key that you sent was ${replaySecret}.`],
    ['the whole prompt', ` Your input was: ${prompt}`],
  ] as const;
  return told.flatMap(([what, more]) => {
    const parts = partsOf(response).map(({ at, json }) => [at, goingOn(json, more)] as const);
    const isChanged = parts.some(([at, json]) => JSON.stringify(json) !== JSON.stringify(partsOf(response)[at]?.json));
    if (!isChanged) return [];
    return {
      covers: [`${operation} echoes ${what}`],
      what: `the answer to ${operation} repeats ${what}`,
      arrives: () => withParts(response, new Map(parts)),
    };
  });
};

function goingOn(json: Json, more: string): Json {
  if (Array.isArray(json)) return json.map((each: Json) => goingOn(each, more));
  if (!isJsonObject(json)) return json;
  const members = Object.entries(json).map(([name, value]) => [
    name,
    typeof value === 'string' && words.has(name) ? `${value}${more}` : goingOn(value, more),
  ]);
  return Object.fromEntries(members);
}

// Answers that say of what there is not that it is null.

/** A member of a part of an answer that may be null and is absent. */
interface Absent {
  readonly at: number;
  readonly path: readonly (string | number)[];
}

/**
 * An answer in which every member that the provider's types allow to be null, and that is absent, is null; where that matters, one of
 * them alone. Nothing, where there is none. Pure.
 */
export function nulls(response: HttpResponse, operation: string, _traits: FaultTraits, schemas?: WireSchemas): Fault[] {
  const isStream = lengthOf(response) !== undefined;
  const absent = partsOf(response).flatMap(({ at, name, json }): Absent[] =>
    (schemas?.nullable(operation, json, isStream ? { name } : undefined) ?? []).map((path) => ({ at, path })),
  );
  if (absent.length === 0) return [];
  return [
    {
      ...withNulls(response, operation, absent),
      covers: [
        ...new Set(
          absent.map(({ path }) => `${operation} ${path.filter((step) => typeof step === 'string').join('.')}`),
        ),
      ],
    },
  ];
}

function withNulls(response: HttpResponse, operation: string, absent: readonly Absent[]): Fault {
  const [first, ...others] = absent;
  const which =
    others.length > 0
      ? `${absent.length} absent members are null`
      : `${first ? written(first.path) : 'nothing'} is null`;
  const middle = Math.ceil(absent.length / 2);
  const halves = others.length > 0 ? [absent.slice(0, middle), absent.slice(middle)] : [];
  return {
    covers: [],
    what: `of the answer to ${operation} ${which}`,
    asRecorded: true,
    arrives: () => {
      const of = Map.groupBy(absent, ({ at }) => at);
      const parts = partsOf(response).map(
        ({ at, json }) =>
          [at, (of.get(at) ?? []).reduce((changed, { path }) => withValue(changed, path, null), json)] as const,
      );
      return withParts(response, new Map(parts));
    },
    smaller: () => halves.map((half) => withNulls(response, operation, half)),
  };
}

// Kinds of faults that answers are given on their way, and what an adapter owes its caller then.

/** Faults of one kind. They are tried on the recordings of one tool, each once. */
export interface FaultKind {
  /** Stands in the place of a scenario's id. */
  readonly id: string;
  readonly group: FaultGroup;
  readonly title: string;
  readonly purpose: string;
  /** The faults that an answer of an operation of a provider API can have. Pure. */
  readonly faultsOf: (
    response: HttpResponse,
    operation: string,
    traits: FaultTraits,
    schemas: WireSchemas | undefined,
  ) => readonly Fault[];
  /** Whether it takes minutes: then only a thorough run tries it. */
  readonly isLong?: true;
  /** How many of them a case tries at most, from all of its conversations; each, where absent. */
  readonly most?: number;
  /** The same of implementations other than the reference, which others are measured by. */
  readonly maxTrialsOtherImplementations?: number;
  /** Whether each tool tries one at least: what comes of it depends on the tool, so that no other tool's trial stands for it. */
  readonly isOfEachTool?: true;
  /** Whether what an answer says is beside the point: then nobody reads it but the adapter. */
  readonly isUnread?: true;
  /** Whether mutations that an adapter failed with once are tried with them, beyond those that are counted. */
  readonly keeps?: true;
  /** Whether answers of a provider API with these traits can have them; those of any can, where absent. */
  readonly applies?: (traits: FaultTraits) => boolean;
  /** How it is asked where its answers can have them; both, where absent. */
  readonly modes?: readonly Mode[];
  /** The conversations whose answers can have them; all, where absent. */
  readonly of?: (scenario: Scenario) => boolean;
  /** The checks that judge what came of it. */
  readonly checks: readonly string[];
}

/** What is true of any call, however it ends. */
const cleanly = ['error-types', 'contract-shape', 'error-message', 'no-leaks'];

/** The family whose faults are drawn. */
export const mutatedFamily = 'fault-random-mutations';

/** What an answer said. */
const facts = [
  'returns-text',
  'returns-reasoning',
  'returns-function-calls',
  'returns-hosted-tools',
  'returns-approval-requests',
  'returns-actions',
  'returns-citations',
  'returns-files',
  'returns-finish-reason',
  'returns-usage',
  'returns-provider-errors',
];

/** A conversation in which the provider answers with an error of HTTP. */
const isRefused = ({ expect }: Scenario): boolean =>
  expect.some((facts) => facts.some((fact) => fact.kind === 'error' && fact.status !== undefined));

export const faultKinds: readonly FaultKind[] = [
  {
    id: 'fault-schema-violations',
    group: 'mutations',
    title: 'Survives missing, null and mistyped response members',
    purpose:
      'Where a member of an answer is missing, null or of another type, the call ends with an error of the contract that says so, or goes on without it: it never breaks inside the adapter.',
    faultsOf: malformed,
    isLong: true,
    checks: cleanly,
  },
  {
    id: mutatedFamily,
    group: 'mutations',
    title: 'Answers in which something is changed at random',
    purpose:
      'Whatever an answer holds, at whatever depth and of whatever size, the call ends, with an answer that keeps to the contract or with one of its errors, and leaves the process as it was.',
    faultsOf: mutated,
    most: 8,
    maxTrialsOtherImplementations: 4,
    isUnread: true,
    keeps: true,
    checks: [...cleanly, 'no-prototype-pollution'],
  },
  {
    id: 'fault-stream-framing',
    group: 'framing',
    title: 'Reads streams split and framed in any way',
    purpose:
      'Networks cut a stream where they like, and servers write the same events in many ways: what was said stays the same.',
    faultsOf: framing,
    modes: ['stream'],
    checks: [...cleanly, ...facts],
  },
  {
    id: 'fault-byte-by-byte',
    group: 'framing',
    title: 'Reads every stream one byte at a time',
    purpose: 'What one stream of its kind bears, each other one bears too.',
    faultsOf: byteByByte,
    isLong: true,
    modes: ['stream'],
    checks: [...cleanly, ...facts],
  },
  {
    id: 'fault-unknown-members',
    group: 'tolerance',
    title: 'Ignores response members it does not know',
    purpose: 'Providers add members without a new version: nothing of what is known is lost for it.',
    faultsOf: unknownMembers,
    checks: [...cleanly, ...facts],
  },
  {
    id: 'fault-null-members',
    group: 'tolerance',
    title: 'Treats null members as absent',
    purpose: 'A member that is null says what its absence says, wherever the provider’s types allow it.',
    faultsOf: nulls,
    applies: ({ allowsNulls }) => allowsNulls === true,
    checks: [...cleanly, ...facts],
  },
  {
    id: 'fault-unknown-parts',
    group: 'tolerance',
    title: 'Keeps known content beside unknown parts',
    purpose:
      'Providers add content blocks, output items, annotations and kinds of calls without a new version: nothing of what is known is lost for it, nor moved.',
    faultsOf: unknownPartsIn,
    applies: ({ mixedLists }) => mixedLists !== undefined,
    checks: [...cleanly, ...facts],
  },
  {
    id: 'fault-unknown-hosted-tools',
    group: 'tolerance',
    title: 'Returns calls of hosted tools it does not know',
    purpose:
      'Providers add tools of their own without a new version: what such a tool was asked and gave is told like that of any other, so that nothing is lost because it is new.',
    faultsOf: unknownToolsIn,
    isOfEachTool: true,
    applies: ({ unknownTool }) => unknownTool !== undefined,
    checks: [...cleanly, ...facts],
  },
  {
    id: 'fault-unknown-events',
    group: 'tolerance',
    title: 'Skips stream events it does not know',
    purpose: 'Providers add events to their streams without a new version: who does not know one passes over it.',
    faultsOf: unknownEventsIn,
    modes: ['stream'],
    checks: [...cleanly, ...facts],
  },
  {
    id: 'fault-empty-events',
    group: 'tolerance',
    title: 'Ignores keep-alives, empty deltas and interleaved events',
    purpose:
      'Signs of life, empty deltas and chunks without choices say nothing; things told beside each other may come in turns. What was said stays the same.',
    faultsOf: (response, operation, traits) => [
      ...emptyEventsIn(response, operation, traits),
      ...inTurns(response, operation, traits),
    ],
    modes: ['stream'],
    checks: [...cleanly, ...facts],
  },
  {
    id: 'fault-unknown-finish-reasons',
    group: 'tolerance',
    title: 'Returns unknown finish reasons as the provider wrote',
    purpose:
      'The caller learns why an answer ended in the provider’s own word, and everything that was said until then.',
    faultsOf: unknownFinishReasons,
    applies: ({ finishReason }) => finishReason !== undefined,
    checks: [...cleanly, ...facts],
  },
  {
    id: 'fault-truncated',
    group: 'errors',
    title: 'Reports truncated responses as errors',
    purpose: 'An answer of which a part is missing is never taken for a whole one.',
    faultsOf: torn,
    checks: ['no-finish-before-error', 'returns-partial-output', ...cleanly, ...facts],
  },
  {
    id: 'fault-corrupt-frames',
    group: 'errors',
    title: 'Rejects AWS frames with wrong checksums',
    purpose:
      'A frame of AWS that does not fit its checksums is never read, and the answer never taken for a whole one.',
    faultsOf: corrupt,
    modes: ['stream'],
    applies: ({ isOfAws }) => isOfAws === true,
    checks: ['no-finish-before-error', 'returns-partial-output', ...cleanly, ...facts],
  },
  {
    id: 'fault-error-statuses',
    group: 'errors',
    title: 'Reports any error status with message and delay',
    purpose: 'Whatever the status, the caller learns what it was, what the provider said, and when to come again.',
    faultsOf: refused,
    of: isRefused,
    checks: [...cleanly, 'returns-provider-errors'],
  },
  {
    id: 'fault-error-echoes-request',
    group: 'errors',
    title: 'Omits echoed credentials and prompts from errors',
    purpose: 'What is secret, and what the user said, is not for logs: an error says what is wrong without either.',
    faultsOf: echoed,
    of: isRefused,
    checks: [...cleanly, 'error-secrets'],
  },
  {
    id: 'fault-retries',
    group: 'errors',
    title: 'Retries only as often and late as allowed',
    purpose:
      'Who sends a request again does so as often as was allowed and as late as was asked, and never once it was being answered; who does not, says how it ended.',
    faultsOf: retried,
    checks: [...cleanly, ...facts, 'request-retries'],
  },
  {
    id: 'fault-aws-exceptions',
    group: 'errors',
    title: 'Reports every AWS exception by name',
    purpose: 'An exception is told apart by its name: what it is called is passed on, and says whether to try again.',
    faultsOf: named,
    applies: ({ isOfAws }) => isOfAws === true,
    of: isRefused,
    checks: [...cleanly, 'returns-provider-errors', 'error-retryable'],
  },
  {
    id: 'fault-mid-stream-errors',
    group: 'errors',
    title: 'Reports provider errors sent mid-stream',
    purpose:
      'An answer that had begun may still end with an error: the caller learns which, and whether to try again, and never takes what came for the whole.',
    faultsOf: late,
    modes: ['stream'],
    applies: ({ lateErrors }) => lateErrors !== undefined,
    checks: [
      'no-finish-before-error',
      'returns-partial-output',
      ...cleanly,
      'returns-provider-errors',
      'error-retryable',
    ],
  },
  {
    id: 'fault-proxy-responses',
    group: 'errors',
    title: 'Reports gateway and proxy responses as errors',
    purpose:
      'Gateways and proxies answer in their own words, or in none: the caller learns what it was, and whether another try makes sense.',
    faultsOf: intercepted,
    checks: [...cleanly, 'returns-provider-errors', 'error-retryable'],
  },
  {
    id: 'fault-network-failures',
    group: 'errors',
    title: 'Reports refused, reset and timed-out connections',
    purpose:
      'A connection that is refused, reset or waited for in vain ends the call in time, with an error that says so; nothing of it is taken for an answer.',
    faultsOf: lost,
    checks: ['no-finish-before-error', 'returns-partial-output', ...cleanly, 'error-network'],
  },
];
