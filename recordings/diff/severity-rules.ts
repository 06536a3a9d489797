/** How changes are weighed, and what is another one every time. Data only; each rule has its reason. */

import type { ChangeKind, Severity } from '../format/change.ts';

interface Weight {
  readonly kind: ChangeKind;
  readonly severity: Severity;
  readonly means: string;
}

/** Kinds of changes of a recording. */
export const severities = {
  'exchange added': { kind: 'contract', severity: 'breaking', means: 'the conversation needs one more request' },
  'exchange removed': { kind: 'contract', severity: 'breaking', means: 'the conversation needs one request less' },
  'status changed': { kind: 'contract', severity: 'breaking', means: 'clients distinguish success and failure by it' },
  'content type changed': { kind: 'contract', severity: 'breaking', means: 'clients select the parser by it' },
  'body changed its form': { kind: 'contract', severity: 'breaking', means: 'JSON, events, frames or text' },
  'header added': { kind: 'contract', severity: 'notable', means: 'clients read it' },
  'header removed': { kind: 'contract', severity: 'breaking', means: 'clients read it' },
  'header changed': { kind: 'contract', severity: 'notable', means: 'clients read it' },
  'member added': { kind: 'contract', severity: 'notable', means: 'adapters may have to return it' },
  'member removed': { kind: 'contract', severity: 'breaking', means: 'clients that read it find nothing' },
  'member renamed': { kind: 'contract', severity: 'breaking', means: 'clients that read the old name find nothing' },
  'member retyped': { kind: 'contract', severity: 'breaking', means: 'clients expect the old type' },
  'null or not': { kind: 'contract', severity: 'notable', means: 'null became a value, or the reverse' },
  'word changed': { kind: 'contract', severity: 'breaking', means: 'clients compare it with a fixed list of values' },
  'item added': { kind: 'contract', severity: 'notable', means: 'the list had no item of this kind' },
  'item removed': { kind: 'contract', severity: 'breaking', means: 'the list has no item of this kind any more' },
  'item moved': { kind: 'contract', severity: 'notable', means: 'the items of the list have another order' },
  'event added': { kind: 'contract', severity: 'notable', means: 'the stream has another kind of event' },
  'event removed': { kind: 'contract', severity: 'breaking', means: 'clients that wait for it get nothing' },
  'event moved': { kind: 'contract', severity: 'breaking', means: 'clients depend on the order of events' },
  'asked more often': { kind: 'value', severity: 'quiet', means: 'the number of polls varies' },
  'asked less often': { kind: 'value', severity: 'quiet', means: 'the number of polls varies' },
  'offset changed': { kind: 'value', severity: 'notable', means: 'citations point to other text' },
  'provenance changed': { kind: 'value', severity: 'notable', means: 'the recording has other evidence' },
  'model changed': { kind: 'value', severity: 'notable', means: 'another model responded' },
  'text changed': { kind: 'value', severity: 'quiet', means: 'the text of models varies' },
  'number changed': { kind: 'value', severity: 'quiet', means: 'a count or a measure' },
  'flag changed': { kind: 'value', severity: 'notable', means: 'true became false, or the reverse' },
  'more of the same': { kind: 'value', severity: 'quiet', means: 'one more item of a kind that the list had' },
  'less of the same': { kind: 'value', severity: 'quiet', means: 'one less item of a kind that the list has' },
  'place changed': { kind: 'value', severity: 'quiet', means: 'the items before it changed its index' },
  noise: { kind: 'noise', severity: 'quiet', means: 'the value is new in every recording' },
} as const satisfies Readonly<Record<string, Weight>>;

/** What became of something, by name. */
export type ChangeTarget = keyof typeof severities;

/** Members whose values say nothing, if their type stays. Whether they are there at all is no noise. */
export interface NoiseRule {
  /** Fits the name of the member. */
  readonly names: RegExp;
  readonly types: readonly ('string' | 'number')[];
  readonly reason: string;
}

export const noiseRules: readonly NoiseRule[] = [
  {
    names: /(^|_)(id|ids|guid|etag)$|[a-z](Id|Ids|Arn)$|^fingerprint$|_fingerprint$/,
    types: ['string'],
    reason: 'an id of the provider, new in every recording; the cases check that references to it agree',
  },
  {
    names: /(_|^)(at|created|expires|timestamp)$|[a-z](At|Time)$|^(createTime|updateTime|eventTime|page_age)$/,
    types: ['string', 'number'],
    reason: 'a time of the recording',
  },
  {
    names: /(^|_)tokens?$|Tokens?$|TokenCount$|^tokenCount$/,
    types: ['number'],
    reason: 'the number of tokens depends on the text',
  },
  {
    names: /(_|^)(ms|latency|duration|seconds)$|Ms$|[lL]atency|[dD]uration/,
    types: ['number', 'string'],
    reason: 'a duration',
  },
  {
    names: /[sS]ignature$|^encrypted_|^redacted_|^(obfuscation|p)$/,
    types: ['string'],
    reason: 'encrypted or random data that clients do not read',
  },
  {
    names: /^sequence_number$/,
    types: ['number'],
    reason: 'the number of an event; the order of events is compared',
  },
];

/** Members of random padding. */
export const volatileMembers = /^(obfuscation|p)$/;

/** Members that say which of several places in an answer is meant: they move with what stands before. */
export const places = /^(index|(content|output|summary|annotation|command|step)_index|contentBlockIndex)$/;

/** Members that say from where to where, in whatever unit. */
export const offsets =
  /(^|_)(start|end)(_|$).*(index|offset|number)|^(start|end)(Index|Offset|)$|^(start|end)_(index|offset)$|^groundingChunkIndices$/;

/** Members that name the model that answered. */
export const models = /^(model|modelVersion|model_id|modelId|foundationModel)$/;

/** Members by which programs decide: a value is a word of a fixed list. */
export const words =
  /^(type|role|object|kind|event|status|outcome|action|mode|phase|language|severity|category|code|transport|operation|.*_?reason|.*Reason|.*_status|.*Status|.*Type|.*_type)$/;

/** Of these, the members that tell kinds of items apart in a list, first the one that counts most. */
export const discriminators: readonly string[] = ['type', 'object', 'kind', 'role', 'name'];

/** A word of a fixed list by its spelling: `end_turn`, `OUTCOME_OK`. */
export const spelledAsWord = /^(?:[a-z]+(?:[_.][a-z0-9]+)+|[A-Z]{2,}(?:_[A-Z0-9]+)*)$/;

/** Events that only keep a connection open. */
export const idleEvents: readonly string[] = ['ping', 'keepalive', 'heartbeat'];

/** Events of which a stream has as many as the network and the model like: their texts belong together. */
export const pieces = /delta|chunk|^$/i;

/** Reasons for which a change is noise. */
export const noise = {
  making: 'a description of the recording',
  header: 'a header that clients do not read',
  headerOrder: 'the order of headers has no meaning',
  memberOrder: 'the order of members has no meaning',
  spelling: 'white space, escapes and number formats have no meaning',
  cuts: 'the text is the same, in other chunks',
  idle: 'keeps the connection open',
  volatileMembers: 'random padding',
} as const;

/** Headers that clients look at; a `*` stands for any characters. */
export const headersThatMatter: readonly string[] = [
  'content-type',
  'location',
  'retry-after',
  'retry-after-ms',
  'x-should-retry',
  'www-authenticate',
  'x-amzn-errortype',
  'x-ms-error-code',
  'azureml-model-error*',
  '*-version',
  '*-beta',
  'accept',
  'x-amz-target',
];
