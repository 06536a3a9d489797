/** OpenAI's own words in chat completions. Source: `openai`, `resources/chat/completions/completions.d.ts`. */
import type { Json, JsonObject } from '../../../lib/canonical-json.ts';
import type { Content, Tool } from '../../contract/index.ts';
import type { ErrorFact, FactReading, LocatedFact, Unrecognized } from '../../facts/fact.ts';
import { openAiErrorFact } from '../../wire/errors.ts';
import { asArray, asObject, asString, otherMembers, remainingMembers } from '../../wire/json.ts';
import type { WireReader } from '../../wire/reader.ts';
import {
  answerHolds,
  bodyMember,
  credentialsIn,
  type RequestRequirement,
  requestBodyOf,
} from '../../wire/request-requirements.ts';
import { eachRequest, functionToolOf, unreadOfTool, urlContent, userLocationOf } from '../../wire/requests.ts';
import { sourceNamed, spanOf } from '../../wire/shared-facts.ts';
import { type ChatDialect, type MessagePlaces, partsOf } from '../families/chat/completion.ts';
import { maximum, refusalOf, requestIn } from '../families/chat/request-reader.ts';
import { responsesIn } from '../families/chat/response-reader.ts';
import { answerRules, conditions } from './conditions.ts';
import { rules } from './rules.ts';

const openAiDialect: ChatDialect = {
  known: {
    completion: new Set([
      ...['id', 'object', 'created', 'model', 'usage', 'system_fingerprint', 'service_tier'],
      // Noise of a varying length, so that lengths on the way betray nothing.
      'obfuscation',
    ]),
    choice: new Set(['finish_reason']),
    message: new Set(['role', 'content', 'refusal', 'tool_calls', 'function_call', 'annotations']),
  },
  argumentsAreText: true,
  errorOf,
  idHeader: 'x-request-id',
  readMessage,
  contentOfPart,
  toolOf,
  toolsBeside,
  memberReaders: {
    max_completion_tokens: maximum,
    store: (value) => (typeof value === 'boolean' ? { options: { store: value } } : undefined),
    stream_options: (value) => ({ options: {}, rest: remainingMembers(asObject(value) ?? {}, ['include_usage']) }),
    web_search_options: (value) => {
      const { user_location: location, ...others } = asObject(value) ?? {};
      const rest = { ...others, ...(userLocationIn(location) ? {} : { user_location: location ?? null }) };
      return { options: {}, rest: remainingMembers(rest, []) };
    },
  },
};

/** Some servers that speak the API have a number for a code. */
function errorOf(body: JsonObject | undefined, status?: number): ErrorFact {
  const { code } = asObject(body?.error) ?? {};
  return { ...openAiErrorFact(body, status), ...(typeof code === 'number' ? { code: String(code) } : {}) };
}

/** The text, and its citations: the message has one text, which their indexes count in. Or why the model refuses, in its words. */
function readMessage(message: JsonObject, at: MessagePlaces): FactReading {
  const unread: Unrecognized[] = [];
  const texts = partsOf(message.content).map((value) => {
    const part = asObject(value) ?? {};
    if (part.type !== 'text')
      unread.push({ path: at.of('content'), what: asString(part.type) ?? 'content part without a type' });
    return asString(part.text) ?? '';
  });
  const text = texts.join('');
  const words = text + (asString(message.refusal) ?? '');
  const path = at.of(text === '' ? 'refusal' : 'content');
  const facts: LocatedFact[] = words === '' ? [] : [{ fact: { kind: 'text', text: words }, path }];
  for (const [i, value] of (asArray(message.annotations) ?? []).entries()) {
    const path = `${at.of('annotations')}[${i}]`;
    const annotation = asObject(value) ?? {};
    const cited = asObject(annotation.url_citation);
    if (annotation.type === 'url_citation' && cited) {
      const span = spanOf(text, cited.start_index, cited.end_index);
      facts.push({
        fact: { kind: 'citation', target: asString(cited.url) ?? '', ...sourceNamed(cited.title), ...span },
        path,
      });
    } else unread.push({ path, what: `annotation ${asString(annotation.type) ?? 'without a type'}` });
  }
  return { facts, unread };
}

/** A function in the contract's words; a custom tool, and what the contract cannot say of a function, raw. */
function toolOf(declaration: JsonObject, path: string): { tool: Tool; unread: Unrecognized[] } {
  const { name, description, parameters, strict } = asObject(declaration.function) ?? {};
  const tool = declaration.type === 'function' ? functionToolOf({ name, description, parameters, strict }) : undefined;
  if (!tool) return { tool: { type: 'raw', providerApi: 'openai-chat', declaration }, unread: [] };
  const known = new Set(['name', 'description', 'parameters', 'strict']);
  return {
    tool,
    unread: [
      ...unreadOfTool(declaration, new Set(['type', 'function']), path),
      ...otherMembers(asObject(declaration.function) ?? {}, known).map((member) => ({
        path: `${path}.function.${member}`,
        what: `tool.function.${member}`,
      })),
    ],
  };
}

/** Web search is no tool here but a member of the body; its place may be said, and no domains. Source: `WebSearchOptions`. */
function toolsBeside(body: JsonObject): { tool: Tool; path: string }[] {
  const options = asObject(body.web_search_options);
  if (!options) return [];
  const userLocation = userLocationIn(options.user_location);
  const tool: Tool = { type: 'web-search', ...(userLocation ? { userLocation } : {}) };
  return [{ tool, path: 'request.body.web_search_options' }];
}

const userLocationIn = (location: Json | undefined) => {
  const told = asObject(location);
  return told?.type === 'approximate' ? userLocationOf(told.approximate) : undefined;
};

// Parts of a message in the words of the contract. Source: `ChatCompletionContentPart` of `openai`.

/** The content a part stands for, or `undefined` where the contract has none. */
function contentOfPart(part: JsonObject): Content | undefined {
  switch (part.type) {
    case 'text':
      return withRaw({ type: 'text', text: asString(part.text) ?? '' }, part, 'text', []);
    case 'image_url': {
      const url = asString(asObject(part.image_url)?.url);
      return url === undefined ? undefined : withRaw(urlContent(url, 'image/*'), part, 'image_url', ['url']);
    }
    case 'input_audio': {
      const { data, format } = asObject(part.input_audio) ?? {};
      if (typeof data !== 'string' || typeof format !== 'string') return undefined;
      return { type: 'data', data, mediaType: `audio/${format}` };
    }
    case 'file':
      return fileOf(part);
    case 'refusal':
      return refusalOf(asString(part.refusal) ?? '');
    default:
      return undefined;
  }
}

/** A part that says more than its content has members for travels whole. */
function withRaw(content: Content, part: JsonObject, member: string, read: readonly string[]): Content {
  const inside = asObject(part[member]) ?? {};
  const others = [...otherMembers(part, new Set(['type', member])), ...otherMembers(inside, new Set(read))];
  return others.length === 0 ? content : { ...content, rawRepresentation: part };
}

function fileOf(part: JsonObject): Content | undefined {
  const { file_data: data, file_id: fileId, filename } = asObject(part.file) ?? {};
  const name = typeof filename === 'string' ? { name: filename } : {};
  const read = ['file_data', 'file_id', 'filename'];
  if (typeof fileId === 'string') return withRaw({ type: 'hosted-file', fileId, ...name }, part, 'file', read);
  if (typeof data !== 'string') return undefined;
  const content = urlContent(data);
  return content.type === 'data' ? withRaw({ ...content, ...name }, part, 'file', read) : undefined;
}

/** Source: https://platform.openai.com/docs/api-reference/chat/create (stream_options); Azure OpenAI takes `api-key` as well. */
const demands: readonly RequestRequirement[] = [
  credentialsIn('authorization', 'api-key'),
  bodyMember('model'),
  {
    what: '"stream_options": { "include_usage": true }, without which a stream has no usage',
    of: (exchange) =>
      exchange.transport === 'sse' && answerHolds(exchange, ({ usage }) => asObject(usage) !== undefined),
    isMet: (exchange) => asObject(requestBodyOf(exchange).stream_options)?.include_usage === true,
  },
];

/**
 * Reads OpenAI Chat Completions, of OpenAI itself and of Azure OpenAI. A function that failed says so in its result's text: the
 * wire has no flag for it.
 */
export const reader: WireReader = {
  providerApi: 'openai-chat',
  lacks: ['conversationId', 'reasoning.budgetTokens'],
  demands,
  rules,
  conditions,
  answerRules,
  readResponses: responsesIn(openAiDialect),
  readRequests: eachRequest(requestIn(openAiDialect)),
};
