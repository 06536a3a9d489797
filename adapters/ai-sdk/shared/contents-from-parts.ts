/** What the library says of a step, as contents of the contract. */
import type { ContentPart, Citation as LibraryCitation, ToolSet } from 'ai';
import { isJsonObject, type Json, type JsonObject } from '../../../lib/canonical-json.ts';
import type { Citation, Content, HostedToolResultContent } from '../../../spec/contract/index.ts';
import { asObject, defined, plain, text } from './json.ts';
import type { StepEnd } from './step-result.ts';

export type Part = ContentPart<ToolSet>;
export type PartOf<T extends Part['type']> = Extract<Part, { type: T }>;
export type Output = HostedToolResultContent['outputs'][number];

/** How a provider's own is read. */
export interface Reading {
  /** Under which name the library keeps what is the provider's own. */
  readonly key: string;
  /**
   * Contents of a part that this column reads otherwise than all; `undefined`: as all do.
   *
   * @param next the part behind it, where the answer is whole
   */
  contentsOf?(part: Part, next?: Part): Content[] | undefined;
  /** Of a text of a stream: what it stands for, where that is no text. It is asked for each piece, and changes nothing. */
  ownText?(part: Part): Content[] | undefined;
  /** Opaque state of reasoning, of its own metadata. */
  protectedData?(own: JsonObject): string | undefined;
  /** The file that a citation is of, of its source's own metadata. */
  citedFile?(own: JsonObject): string | undefined;
  /** The citations of a text, of its own metadata; absent: those that the library tells. */
  citationsIn?(own: JsonObject, text: string): Citation[];
  /** What the provider calls the message that begins with a part; absent where it names answers alone. */
  messageId?(part: Part): string | undefined;
  /** What it calls the message of a whole answer, where none of its parts says so. */
  wholeMessageId?(end: StepEnd): string | undefined;
  /** Under which id the provider keeps the conversation, where it does. */
  conversationId?(end: StepEnd): string | undefined;
  /** What is told beside a text that has ended, of its own metadata. */
  besideText?(own: JsonObject): Content[];
  /** Words of the answer as a stream tells them. */
  heard?(words: string): void;
  /** What the provider says at the end: why the model refused, what the answer is grounded in. */
  refusal?(end: StepEnd): Content[];
  /** A finish reason of the provider's that the library tells as another, and documents to be read in its `rawFinishReason`. */
  readonly rawReason?: string;
}

/** What the provider says in words of its own. */
export const ownOf = (metadata: unknown, { key }: Pick<Reading, 'key'>): JsonObject =>
  asObject(asObject(metadata)[key]);

/** The contents of one part, each with the library's own object as `rawRepresentation`, from which it goes back. */
export function contentsOf(part: Part, reading: Reading, next?: Part): Content[] {
  const own = reading.contentsOf?.(part, next);
  if (own) return own;
  switch (part.type) {
    case 'text':
      return [textContent(part, reading)];
    case 'reasoning':
      return [
        defined({
          type: 'reasoning' as const,
          text: part.text,
          protectedData: reading.protectedData?.(ownOf(part.providerMetadata, reading)),
          rawRepresentation: plain(part),
        }),
      ];
    case 'tool-call':
      return [part.providerExecuted ? hostedCall(part, { tool: part.toolName }) : functionCall(part)];
    case 'tool-result':
    case 'tool-error':
      // Without `providerExecuted` it is the library's own note on a call that it could not parse.
      return part.providerExecuted ? [hostedResult(part, part.toolName, outputsOf)] : [];
    case 'file':
    case 'reasoning-file':
      return [{ type: 'data', data: part.file.base64, mediaType: part.file.mediaType, rawRepresentation: plain(part) }];
    case 'custom':
      return [{ type: 'hosted-tool-result', tool: part.kind, outputs: [], rawRepresentation: plain(part) }];
    default:
      return [];
  }
}

/** `rawRepresentation` only where there is more than text, so that pieces and whole texts look alike. */
function textContent(part: PartOf<'text'>, reading: Reading): Content {
  const annotations = citationsOf(part, reading);
  return defined({
    type: 'text' as const,
    text: part.text,
    annotations: annotations.length > 0 ? annotations : undefined,
    rawRepresentation: part.providerMetadata === undefined ? undefined : plain(part),
  });
}

/** What the library tells of a text, whole or at the end of its pieces. */
type CitedText = Pick<PartOf<'text'>, 'citations' | 'providerMetadata' | 'text'>;

export function citationsOf({ citations = [], providerMetadata, text }: CitedText, reading: Reading): Citation[] {
  if (reading.citationsIn) return reading.citationsIn(ownOf(providerMetadata, reading), text);
  return citations.map((citation: LibraryCitation) => {
    const { source, citedText } = citation;
    // The library calls every source of a search result a URL, whatever it says.
    const place = source.sourceType === 'url' ? source.url : undefined;
    const isAddress = URL.canParse(String(place));
    return defined({
      url: isAddress ? place : undefined,
      title: source.title ?? (isAddress ? undefined : place),
      fileId:
        source.sourceType === 'document' ? reading.citedFile?.(ownOf(source.providerMetadata, reading)) : undefined,
      snippet: citedText,
      rawRepresentation: plain(citation),
    });
  });
}

function functionCall(part: PartOf<'tool-call'>): Content {
  const { toolCallId: callId, toolName: name } = part;
  const input = plain(part.input);
  const call = { type: 'function-call' as const, callId, name, rawRepresentation: plain(part) };
  if (isJsonObject(input)) return { ...call, arguments: input };
  return { ...call, argumentsText: typeof input === 'string' ? input : JSON.stringify(input) };
}

/** What a call of a provider's tool is in the contract, where it is not what the library says. */
export interface Hosted {
  /** The contract's name for the tool. */
  readonly tool: string;
  readonly name?: string;
  readonly serverName?: string | undefined;
  readonly arguments?: Json;
}

export function hostedCall(part: PartOf<'tool-call'>, hosted: Hosted): Content {
  return defined({
    type: 'hosted-tool-call' as const,
    callId: part.toolCallId,
    name: part.toolName,
    arguments: plain(part.input),
    ...hosted,
    rawRepresentation: plain(part),
  });
}

/** @param read outputs of a result, or of what the library gives as its error */
export function hostedResult(
  part: PartOf<'tool-result'> | PartOf<'tool-error'>,
  tool: string,
  read: (given: Json) => Output[],
): Content {
  const given = plain(part.type === 'tool-result' ? part.output : part.error);
  return {
    type: 'hosted-tool-result',
    callId: part.toolCallId,
    tool,
    outputs: part.type === 'tool-error' ? failure(read(given)) : read(given),
    rawRepresentation: plain(part),
  };
}

/** The library's own word for a failure. */
const failure = (outputs: readonly Output[]): Output[] => [
  {
    type: 'error',
    message:
      outputs
        .flatMap((output) => (output.type === 'text' ? [output.text] : output.type === 'error' ? [output.message] : []))
        .join('\n') || 'The tool failed without a message.',
  },
];

/** Words, wherever they stand. */
function outputsOf(given: Json): Output[] {
  if (typeof given === 'string') return given === '' ? [] : [{ type: 'text', text: given }];
  if (Array.isArray(given)) return given.flatMap((item: Json) => outputsOf(item));
  if (!isJsonObject(given)) return [];
  return outputsOf(text(given.text) ?? given.content ?? null);
}
