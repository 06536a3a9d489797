/** Kinds of faults of responses in transit, and the duties of an adapter then. */
import { isJsonObject, type Json } from '../../lib/canonical-json.ts';
import {
  corruptFrames,
  incompleteErrors,
  midStreamErrors,
  networkFailures,
  schemaViolations,
  truncatedFaults,
} from '../../recordings/faults/damaged-responses.ts';
import {
  awsExceptions,
  errorResponses,
  proxyResponses,
  retryableErrors,
} from '../../recordings/faults/error-responses.ts';
import type { Fault, FaultsOf, FaultTraits } from '../../recordings/faults/fault.ts';
import { randomMutations } from '../../recordings/faults/mutations/seeded.ts';
import { lengthOf, partsOf, withParts, withValue, written } from '../../recordings/faults/response-parts.ts';
import { byteByByte, framing } from '../../recordings/faults/stream-framing.ts';
import {
  emptyEventsIn,
  interleaved,
  missingIndexesIn,
  sparseEvents,
} from '../../recordings/faults/tolerance/empty-events.ts';
import { unknownEventsIn, unknownMembers, unknownPartsIn } from '../../recordings/faults/tolerance/unknown-parts.ts';
import { unknownFinishReasons, unknownToolsIn } from '../../recordings/faults/tolerance/unknown-tools.ts';
import type { HttpResponse } from '../../recordings/format/exchange.ts';
import { replaySecret } from '../engine/replay-settings.ts';
import type { Mode } from '../engine/trace.ts';
import type { Scenario } from '../scenarios/schema.ts';
import type { WireSchemas } from '../wire/schemas/index.ts';
import type { FaultGroup } from './groups.ts';

/** Members with the message of a provider error. */
const words: ReadonlySet<string> = new Set(['message', 'msg', 'detail', 'Message']);

/** A page of a conversation. */
const prompt = 'The user asked for the tides of every harbour, one after the other. '.repeat(100);

/** A recorded error whose message ends with the secrets, or with the prompt. Pure. */
export const echoedRequests: FaultsOf = (response, operation) => {
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

// Responses in which absent members are null.

/** A member of a response part that may be null and is absent. */
interface Absent {
  readonly at: number;
  readonly path: readonly (string | number)[];
}

/**
 * A response in which all absent members that may be null by the provider’s types are null; where it matters, a single one. Empty where
 * there are none. Pure.
 */
export function nullMembers(
  response: HttpResponse,
  operation: string,
  _traits: FaultTraits,
  schemas?: WireSchemas,
): Fault[] {
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

// The kinds.

/** Faults of one kind. Each runs once on the recordings of one tool. */
export interface FaultKind {
  /** Replaces the id of a scenario. */
  readonly id: string;
  readonly group: FaultGroup;
  readonly title: string;
  readonly purpose: string;
  /** The possible faults of a response of an operation. Pure. */
  readonly faultsOf: (
    response: HttpResponse,
    operation: string,
    traits: FaultTraits,
    schemas: WireSchemas | undefined,
  ) => readonly Fault[];
  /** True if it takes minutes, so that only a thorough run has it. */
  readonly isLong?: true;
  /** Maximum number of trials of a case, over all of its conversations (default: all). */
  readonly most?: number;
  /** The same for implementations other than the reference. */
  readonly maxTrialsOtherImplementations?: number;
  /** True if each tool needs at least one trial, because the outcome depends on the tool. */
  readonly isOfEachTool?: true;
  /** True if only the adapter reads the response, because its content does not matter. */
  readonly isUnread?: true;
  /** True if regressions run in addition. */
  readonly keeps?: true;
  /** True if responses of a provider API with these traits can have them (default: true). */
  readonly applies?: (traits: FaultTraits) => boolean;
  /** Modes whose responses can have them (default: both). */
  readonly modes?: readonly Mode[];
  /** Scenarios whose responses can have them (default: all). */
  readonly of?: (scenario: Scenario, traits: FaultTraits) => boolean;
  /** The checks that judge the outcome. */
  readonly checks: readonly string[];
}

/** Checks of every call, with any outcome. */
export const cleanly = ['error-types', 'contract-shape', 'error-message', 'no-leaks'];

/** The kind whose faults are random. */
export const mutatedFamily = 'fault-random-mutations';

/** Checks of the facts of a response. */
export const facts = [
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

/** A scenario with an HTTP error of the provider. */
const isRefused = ({ expect }: Scenario): boolean =>
  expect.some((facts) => facts.some((fact) => fact.kind === 'error' && fact.status !== undefined));

/** A scenario with an error in a response that had begun, or has a status of success. */
const isFailed = ({ expect }: Scenario): boolean =>
  expect.some((facts) => facts.some((fact) => fact.kind === 'error' && fact.status === undefined));

/** Functions have texts and arguments, and searches have citations: what other tools tell comes in the same events. */
const isOfFunctionsOrSearch = ({ options }: Scenario): boolean =>
  (options.tools ?? []).every(({ type }) => ['function', 'file-search'].includes(type));

/** What servers of others answer: text, reasoning and calls of functions. */
const isOfFunctions = ({ options }: Scenario): boolean =>
  options.tools?.every(({ type }) => type === 'function') ?? false;

/** A conversation that uses a hosted tool of the contract: without one, no response tells of a hosted tool. */
const isHosted = ({ options, expect }: Scenario, { unknownTool }: FaultTraits): boolean =>
  (unknownTool?.isAsked?.(options) ?? true) &&
  expect.some((facts) => facts.some(({ kind }) => kind === 'hosted-call')) &&
  !options.tools?.some(({ type }) => type === 'raw');

export const faultKinds: readonly FaultKind[] = [
  {
    id: 'fault-schema-violations',
    group: 'mutations',
    title: 'Survives missing, null and mistyped response members',
    purpose:
      'A member of the response is missing, null or of another type. The call ends with an error of the contract or continues without the member, and never crashes in the adapter.',
    faultsOf: schemaViolations,
    isLong: true,
    checks: cleanly,
  },
  {
    id: mutatedFamily,
    group: 'mutations',
    title: 'Survives responses with random changes',
    purpose:
      'A response may hold any value at any depth and of any size. The call ends with a response or an error of the contract, and does not change the process.',
    faultsOf: randomMutations,
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
      'Networks split a stream anywhere, and servers write the same events in many ways. The response stays the same.',
    faultsOf: framing,
    modes: ['stream'],
    checks: [...cleanly, ...facts],
  },
  {
    id: 'fault-byte-by-byte',
    group: 'framing',
    title: 'Reads every stream one byte at a time',
    purpose: 'Each stream must survive it, not only one of its kind.',
    faultsOf: byteByByte,
    isLong: true,
    modes: ['stream'],
    checks: [...cleanly, ...facts],
  },
  {
    id: 'fault-unknown-members',
    group: 'tolerance',
    title: 'Ignores response members it does not know',
    purpose: 'Providers add members without a new version. The adapter still returns all known members.',
    faultsOf: unknownMembers,
    checks: [...cleanly, ...facts],
  },
  {
    id: 'fault-null-members',
    group: 'tolerance',
    title: 'Treats null members as absent',
    purpose: 'A null member means the same as an absent one, where the provider’s types allow null.',
    faultsOf: nullMembers,
    applies: ({ allowsNulls }) => allowsNulls === true,
    checks: [...cleanly, ...facts],
  },
  {
    id: 'fault-unknown-parts',
    group: 'tolerance',
    title: 'Keeps known content beside unknown parts',
    purpose:
      'Providers add content blocks, output items, annotations and kinds of calls without a new version. The adapter neither loses nor moves known content.',
    faultsOf: unknownPartsIn,
    applies: ({ mixedLists }) => mixedLists !== undefined,
    checks: [...cleanly, ...facts],
  },
  {
    id: 'fault-unknown-hosted-tools',
    group: 'tolerance',
    title: 'Returns calls of hosted tools it does not know',
    purpose:
      'Providers add hosted tools without a new version. The adapter returns input and output of a new tool like those of any other.',
    faultsOf: unknownToolsIn,
    isOfEachTool: true,
    of: isHosted,
    applies: ({ unknownTool }) => unknownTool !== undefined,
    checks: [...cleanly, ...facts],
  },
  {
    id: 'fault-unknown-events',
    group: 'tolerance',
    title: 'Skips stream events it does not know',
    purpose: 'Providers add events to their streams without a new version. The adapter ignores unknown events.',
    faultsOf: unknownEventsIn,
    modes: ['stream'],
    checks: [...cleanly, ...facts],
  },
  {
    id: 'fault-empty-events',
    group: 'tolerance',
    title: 'Ignores keep-alives, empty deltas and interleaved events',
    purpose:
      'Keep-alives, empty deltas and chunks without choices have no content, and parallel items may interleave. The response stays the same.',
    faultsOf: (response, operation, traits) => [
      ...emptyEventsIn(response, operation, traits),
      ...interleaved(response, operation, traits),
    ],
    modes: ['stream'],
    checks: [...cleanly, ...facts],
  },
  {
    id: 'fault-sparse-events',
    group: 'tolerance',
    title: 'Returns what only some events of a stream have',
    purpose:
      'A stream has a value in deltas, at the end of its item and at the end of the response. Any one of them is enough.',
    faultsOf: sparseEvents,
    modes: ['stream'],
    of: isOfFunctionsOrSearch,
    applies: ({ repeatedEvents }) => repeatedEvents !== undefined,
    checks: [...cleanly, ...facts],
  },
  {
    id: 'fault-missing-indexes',
    group: 'tolerance',
    title: 'Reads streams whose events have no indexes',
    purpose:
      'Servers of others that speak the API of a provider send the ids of items, and not their indexes. The service itself always sends both. The response stays the same.',
    faultsOf: missingIndexesIn,
    modes: ['stream'],
    of: (scenario) => isOfFunctions(scenario) && !isFailed(scenario),
    applies: ({ missingIndexes }) => missingIndexes !== undefined,
    checks: [...cleanly, ...facts],
  },
  {
    id: 'fault-unknown-finish-reasons',
    group: 'tolerance',
    title: 'Returns unknown finish reasons as the provider wrote',
    purpose: 'The caller gets the provider’s own value of the finish reason, and all content before it.',
    faultsOf: unknownFinishReasons,
    applies: ({ finishReason }) => finishReason !== undefined,
    checks: [...cleanly, ...facts],
  },
  {
    id: 'fault-truncated',
    group: 'errors',
    title: 'Reports truncated responses as errors',
    purpose: 'The adapter must not treat a truncated response as complete.',
    faultsOf: truncatedFaults,
    checks: ['no-finish-before-error', 'returns-partial-output', ...cleanly, ...facts],
  },
  {
    id: 'fault-corrupt-frames',
    group: 'errors',
    title: 'Rejects AWS frames with wrong checksums',
    purpose: 'The adapter must not read an AWS frame with a wrong checksum, nor treat the response as complete.',
    faultsOf: corruptFrames,
    modes: ['stream'],
    applies: ({ isOfAws }) => isOfAws === true,
    checks: ['no-finish-before-error', 'returns-partial-output', ...cleanly, ...facts],
  },
  {
    id: 'fault-error-statuses',
    group: 'errors',
    title: 'Reports any error status with message and delay',
    purpose: 'The caller learns the status, the provider’s message and the retry delay.',
    faultsOf: errorResponses,
    of: isRefused,
    checks: [...cleanly, 'returns-provider-errors'],
  },
  {
    id: 'fault-error-echoes-request',
    group: 'errors',
    title: 'Omits echoed credentials and prompts from errors',
    purpose: 'Secrets and user messages must not reach logs. An error describes the problem without either.',
    faultsOf: echoedRequests,
    of: isRefused,
    checks: [...cleanly, 'error-secrets'],
  },
  {
    id: 'fault-retries',
    group: 'errors',
    title: 'Retries only as often and late as allowed',
    purpose:
      'An adapter retries at most as often as allowed and not before the requested delay, and never after a response began. Without a retry it reports the error.',
    faultsOf: retryableErrors,
    checks: [...cleanly, ...facts, 'request-retries'],
  },
  {
    id: 'fault-aws-exceptions',
    group: 'errors',
    title: 'Reports every AWS exception by name',
    purpose:
      'The name of an AWS exception identifies it. The adapter passes the name on, and decides by it if a retry can succeed.',
    faultsOf: awsExceptions,
    applies: ({ isOfAws }) => isOfAws === true,
    of: isRefused,
    checks: [...cleanly, 'returns-provider-errors', 'error-retryable'],
  },
  {
    id: 'fault-mid-stream-errors',
    group: 'errors',
    title: 'Reports provider errors sent mid-stream',
    purpose:
      'A response may fail after it began. The caller learns the error and if a retry can succeed, and must not see a complete response.',
    faultsOf: midStreamErrors,
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
    id: 'fault-error-members-missing',
    group: 'errors',
    title: 'Reports errors whose members are missing',
    purpose:
      'Services leave out code, message or the error object of a response that failed. The caller still gets an error of the contract, and never an empty response.',
    faultsOf: incompleteErrors,
    of: isFailed,
    checks: ['error-thrown', 'no-finish-before-error', 'returns-partial-output', ...cleanly],
  },
  {
    id: 'fault-proxy-responses',
    group: 'errors',
    title: 'Reports gateway and proxy responses as errors',
    purpose:
      'Gateways and proxies send their own error pages, or nothing. The caller learns of the cause, and if a retry can succeed.',
    faultsOf: proxyResponses,
    checks: [...cleanly, 'returns-provider-errors', 'error-retryable'],
  },
  {
    id: 'fault-network-failures',
    group: 'errors',
    title: 'Reports refused, reset and timed-out connections',
    purpose:
      'A refused, reset or timed-out connection ends the call in time, with an error that names the cause. It never looks like a response.',
    faultsOf: networkFailures,
    checks: ['no-finish-before-error', 'returns-partial-output', ...cleanly, 'error-network'],
  },
];
