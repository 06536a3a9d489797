/** Mistral's own words in chat completions. Source: `@mistralai/mistralai`, `models/components`. */
import { type Json, type JsonObject, toText } from '../../../lib/canonical-json.ts';
import type { ChatRole, Content } from '../../contract/index.ts';
import type { FactReading, LocatedFact, Unrecognized } from '../../facts/fact.ts';
import { asArray, asObject, asString } from '../../wire/json.ts';
import type { WireReader } from '../../wire/reader.ts';
import { bodyMember, credentialsIn } from '../../wire/request-requirements.ts';
import { eachRequest } from '../../wire/requests.ts';
import { argumentsOf, type ChatDialect, type MessagePlaces, partsOf } from '../families/chat/completion.ts';
import { requestIn, toolChoice } from '../families/chat/request-reader.ts';
import { responsesIn } from '../families/chat/response-reader.ts';
import { mistralErrorFact, mistralToolOf, urlContentOfKind } from '../mistral/shared.ts';
import { answerRules, conditions } from './conditions.ts';
import { rules } from './rules.ts';

const mistralDialect: ChatDialect = {
  known: {
    // `p` is noise of a varying length, so that lengths on the way betray nothing.
    completion: new Set(['id', 'object', 'created', 'model', 'usage', 'p']),
    choice: new Set(['finish_reason']),
    message: new Set(['role', 'content', 'tool_calls']),
  },
  callsAreToldBy: 'id',
  errorOf: mistralErrorFact,
  idHeader: 'mistral-correlation-id',
  readMessage,
  joined,
  contentOfPart,
  toolOf: (declaration, path) => mistralToolOf(declaration, path, 'mistral-chat'),
  memberReaders: {
    // `any` is the older word for `required`.
    tool_choice: (value) => toolChoice(value === 'any' ? 'required' : value),
  },
};

/**
 * The text of all its parts as one; each thought; the sources that a part names by their ids, which say nothing of the words that
 * rest on them. A part of another kind is what some tool gave, whole.
 */
function readMessage(message: JsonObject, at: MessagePlaces): FactReading {
  const path = at.of('content');
  const parts = partsOf(message.content).map((part) => asObject(part) ?? {});
  const text = parts.map((part) => (part.type === 'text' ? (asString(part.text) ?? '') : '')).join('');
  const first = parts.find((part) => part.type === 'text' && part.text !== '');
  const facts: LocatedFact[] = [];
  const unread: Unrecognized[] = [];
  for (const part of parts) {
    switch (part.type) {
      case 'text':
        if (part === first && text !== '') facts.push({ fact: { kind: 'text', text }, path });
        break;
      case 'thinking':
        facts.push(...thought(part, path));
        break;
      case 'reference':
        for (const id of asArray(part.reference_ids) ?? [])
          facts.push({
            fact: { kind: 'citation', target: toText(id), state: { reference_ids: part.reference_ids ?? null } },
            path,
          });
        break;
      case 'tool_call': {
        const { name, arguments: asked } = asObject(part.function) ?? {};
        const tool = asString(name) ?? '';
        facts.push({ fact: { kind: 'hosted-call', tool, arguments: argumentsOf(asked), id: toText(part.id) }, path });
        break;
      }
      case undefined:
        unread.push({ path, what: 'content part without a type' });
        break;
      default:
        facts.push({ fact: { kind: 'hosted-result', tool: asString(part.type) ?? '', payload: part }, path });
    }
  }
  return { facts, unread };
}

/**
 * Where Mistral runs a tool, a choice has several messages in place of one. A call that another of them answers is none of the application's.
 * Source: `ChatCompletionChoice.messages` and `DeltaMessage` of `@mistralai/mistralai`; no recording is known.
 */
function joined(messages: readonly Json[]): JsonObject | undefined {
  const all = messages.map((message) => asObject(message) ?? {});
  const answered = new Set(all.map(({ tool_call_id: id }) => asString(id)));
  const calls = (one: JsonObject) => (asArray(one.tool_calls) ?? []).map((call) => asObject(call) ?? {});
  const isAnswered = ({ id }: JsonObject) => answered.has(asString(id) ?? '');
  const content = all.flatMap((one): JsonObject[] => {
    if (one.role === 'tool') return [{ ...one, type: 'tool' }];
    const parts = partsOf(one.content).map((part) => asObject(part) ?? {});
    return [
      ...parts,
      ...calls(one)
        .filter(isAnswered)
        .map((call) => ({ ...call, type: 'tool_call' })),
    ];
  });
  if (all.length === 0) return undefined;
  return { role: 'assistant', content, tool_calls: all.flatMap(calls).filter((call) => !isAnswered(call)) };
}

function thought(part: JsonObject, path: string): LocatedFact[] {
  const text = textOfThought(part.thinking);
  const protectedData = asString(part.signature) ?? '';
  if (text === '' && protectedData === '') return [];
  return [{ fact: { kind: 'reasoning', text, ...(protectedData === '' ? {} : { protectedData }) }, path }];
}

/** The words of a thought; what else it holds (where it looked) is no part of them. */
function textOfThought(pieces: Json | undefined): string {
  if (typeof pieces === 'string') return pieces;
  return (asArray(pieces) ?? []).map((piece) => asString(asObject(piece)?.text) ?? '').join('');
}

// Parts of a message in the words of the contract. Source: `ContentChunk` of `@mistralai/mistralai`.

/**
 * The content a part stands for, or `undefined` where the contract has none. Of the assistant, what is neither words nor thought
 * is what some tool gave, as in an answer.
 */
function contentOfPart(part: JsonObject, role: ChatRole): Content | undefined {
  const tool = asString(part.type);
  if (role === 'assistant' && tool !== undefined && !said.has(tool)) {
    return { type: 'hosted-tool-result', tool, outputs: [], rawRepresentation: part };
  }
  switch (part.type) {
    case 'text':
      return { type: 'text', text: asString(part.text) ?? '' };
    case 'image_url': {
      const url = asString(part.image_url) ?? asString(asObject(part.image_url)?.url);
      return url === undefined ? undefined : urlContentOfKind(url, 'image/*');
    }
    case 'document_url': {
      const url = asString(part.document_url);
      return url === undefined ? undefined : urlContentOfKind(url, 'application/octet-stream');
    }
    case 'input_audio': {
      const data = asString(part.input_audio) ?? asString(asObject(part.input_audio)?.data);
      return data === undefined ? undefined : { type: 'data', data, mediaType: 'audio/*' };
    }
    case 'file': {
      const fileId = asString(part.file_id);
      return fileId === undefined ? undefined : { type: 'hosted-file', fileId };
    }
    case 'thinking': {
      const protectedData = asString(part.signature);
      const signed = protectedData === undefined ? {} : { protectedData };
      return { type: 'reasoning', text: textOfThought(part.thinking), ...signed, rawRepresentation: part };
    }
    // Where an answer has its knowledge from goes back beside it.
    case 'reference':
      return { type: 'text', text: '', rawRepresentation: { content: [part] } };
    default:
      return undefined;
  }
}

const said: ReadonlySet<string> = new Set(['text', 'thinking', 'reference']);

/** Reads Mistral's chat completions. A function that failed says so in its result's text: the wire has no flag for it. */
export const reader: WireReader = {
  providerApi: 'mistral-chat',
  demands: [credentialsIn('authorization'), bodyMember('model')],
  rules,
  conditions,
  answerRules,
  // It takes an effort of thinking and no budget, and keeps nothing.
  lacks: ['store', 'reasoning', 'conversationId'],
  unsupportedToolMembers: {
    'web-search': ['maximumUses', 'userLocation'],
    'file-search': ['maximumResultCount', 'scoreThreshold'],
    'image-generation': ['size', 'outputMediaType', 'partialImageCount'],
  },
  readResponses: responsesIn(mistralDialect),
  readRequests: eachRequest(requestIn(mistralDialect)),
};
