/** How changes are weighed, and what is another one every time. Data only; each rule has its reason. */

import type { ChangeKind, Severity } from '../format/change.ts';

interface Weight {
  readonly kind: ChangeKind;
  readonly severity: Severity;
  readonly means: string;
}

/** What can become of a recording. */
export const severities = {
  'exchange added': { kind: 'contract', severity: 'breaking', means: 'the conversation takes one request more' },
  'exchange removed': { kind: 'contract', severity: 'breaking', means: 'the conversation takes one request less' },
  'status changed': { kind: 'contract', severity: 'breaking', means: 'success and failure are told apart by it' },
  'content type changed': { kind: 'contract', severity: 'breaking', means: 'clients choose by it how to read' },
  'body changed its form': { kind: 'contract', severity: 'breaking', means: 'JSON, events, frames or text' },
  'header added': { kind: 'contract', severity: 'notable', means: 'clients look at it' },
  'header removed': { kind: 'contract', severity: 'breaking', means: 'clients look at it' },
  'header changed': { kind: 'contract', severity: 'notable', means: 'clients look at it' },
  'member added': { kind: 'contract', severity: 'notable', means: 'may say something that nobody passes on yet' },
  'member removed': { kind: 'contract', severity: 'breaking', means: 'who relied on it finds nothing' },
  'member renamed': { kind: 'contract', severity: 'breaking', means: 'who looks for the old name finds nothing' },
  'member retyped': { kind: 'contract', severity: 'breaking', means: 'what was read as one type is another' },
  'null or not': { kind: 'contract', severity: 'notable', means: 'what was nothing is something, or the reverse' },
  'word changed': { kind: 'contract', severity: 'breaking', means: 'programs decide by words of a fixed list' },
  'item added': { kind: 'contract', severity: 'notable', means: 'a kind of item that was not in the list' },
  'item removed': { kind: 'contract', severity: 'breaking', means: 'a kind of item that is no longer in the list' },
  'item moved': { kind: 'contract', severity: 'notable', means: 'items of a list stand in another order' },
  'event added': { kind: 'contract', severity: 'notable', means: 'a stream tells of something more' },
  'event removed': { kind: 'contract', severity: 'breaking', means: 'who waits for it waits in vain' },
  'event moved': { kind: 'contract', severity: 'breaking', means: 'what is told by events hangs on their order' },
  'asked more often': { kind: 'value', severity: 'quiet', means: 'how often is waited hangs on the day' },
  'asked less often': { kind: 'value', severity: 'quiet', means: 'how often is waited hangs on the day' },
  'offset changed': { kind: 'value', severity: 'notable', means: 'citations point to other words' },
  'provenance changed': { kind: 'value', severity: 'notable', means: 'it proves something else' },
  'model changed': { kind: 'value', severity: 'notable', means: 'another model answered' },
  'text changed': { kind: 'value', severity: 'quiet', means: 'models say the same in many ways' },
  'number changed': { kind: 'value', severity: 'quiet', means: 'a count or a measure' },
  'flag changed': { kind: 'value', severity: 'notable', means: 'yes is no, or the reverse' },
  'more of the same': { kind: 'value', severity: 'quiet', means: 'one more of what the list had before' },
  'less of the same': { kind: 'value', severity: 'quiet', means: 'one less of what the list still has' },
  'place changed': { kind: 'value', severity: 'quiet', means: 'what stands before it moved it' },
  noise: { kind: 'noise', severity: 'quiet', means: 'another one every time' },
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
    reason: 'made up by the provider, another one every time; that the same is meant is judged when it is played',
  },
  {
    names: /(_|^)(at|created|expires|timestamp)$|[a-z](At|Time)$|^(createTime|updateTime|eventTime|page_age)$/,
    types: ['string', 'number'],
    reason: 'a date of the day on which it was recorded',
  },
  {
    names: /(^|_)tokens?$|Tokens?$|TokenCount$|^tokenCount$/,
    types: ['number'],
    reason: 'how many tokens a text takes hangs on the text',
  },
  {
    names: /(_|^)(ms|latency|duration|seconds)$|Ms$|[lL]atency|[dD]uration/,
    types: ['number', 'string'],
    reason: 'how long it took',
  },
  {
    names: /[sS]ignature$|^encrypted_|^redacted_|^(obfuscation|p)$/,
    types: ['string'],
    reason: 'sealed by the provider or filled up at random: nobody reads it',
  },
  {
    names: /^sequence_number$/,
    types: ['number'],
    reason: 'counts the events of a stream, whose order is looked at itself',
  },
];

/** Members that come and go without meaning. */
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

/** Why what nobody reads is noise. */
export const noise = {
  making: 'when and how the recording was made, in words',
  header: 'a header that no client looks at',
  headerOrder: 'the order of headers says nothing',
  memberOrder: 'the order of members says nothing',
  spelling: 'white space, escapes and how numbers are written say nothing',
  cuts: 'a text comes in other pieces; what it says is the same',
  idle: 'keeps the connection open and says nothing',
  volatileMembers: 'filled up at random, and left out at random',
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
