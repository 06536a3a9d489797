/** OpenAI's own words in chat completions. Source: `openai`, `resources/chat/completions/completions.d.ts`. */
import type { Json, JsonObject } from '../../../files/canonical-json.ts';
import type { Tool } from '../../contract/index.ts';
import type { LocatedFact, Reading, Unread } from '../../facts/fact.ts';
import { spanOf } from '../character-spans.ts';
import { type ChatDialect, type MessagePlaces, partsOf } from '../chat/dialect.ts';
import { maximum } from '../chat/request-options.ts';
import { asArray, asObject, asString, otherMembers, restOf } from '../json.ts';
import { functionToolOf, unreadOfTool } from '../members.ts';
import { errorFact } from '../openai-error.ts';
import { userLocationOf } from '../web-search.ts';
import { contentOfPart } from './request-parts.ts';

export const openAiDialect: ChatDialect = {
  known: {
    completion: new Set([
      ...['id', 'object', 'created', 'model', 'usage', 'system_fingerprint', 'service_tier'],
      // Noise of a varying length, so that lengths on the way betray nothing.
      'obfuscation',
    ]),
    choice: new Set(['finish_reason']),
    message: new Set(['role', 'content', 'refusal', 'tool_calls', 'function_call', 'annotations']),
  },
  callsAreToldBy: 'index',
  argumentsAreText: true,
  errorOf: errorFact,
  idHeader: 'x-request-id',
  readMessage,
  contentOfPart,
  toolOf,
  toolsBeside,
  memberReaders: {
    max_completion_tokens: maximum,
    store: (value) => (typeof value === 'boolean' ? { options: { store: value } } : undefined),
    stream_options: (value) => ({ options: {}, rest: restOf(asObject(value) ?? {}, ['include_usage']) }),
    web_search_options: (value) => {
      const { user_location: location, ...others } = asObject(value) ?? {};
      const rest = { ...others, ...(userLocationIn(location) ? {} : { user_location: location ?? null }) };
      return { options: {}, rest: restOf(rest, []) };
    },
  },
};

/** The text, and its citations: the message has one text, which their indexes count in. Or why the model refuses, in its words. */
function readMessage(message: JsonObject, at: MessagePlaces): Reading {
  const unread: Unread[] = [];
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
      facts.push({ fact: { kind: 'citation', target: asString(cited.url) ?? '', ...span }, path });
    } else unread.push({ path, what: `annotation ${asString(annotation.type) ?? 'without a type'}` });
  }
  return { facts, unread };
}

/** A function in the contract's words; a custom tool, and what the contract cannot say of a function, raw. */
function toolOf(declaration: JsonObject, path: string): { tool: Tool; unread: Unread[] } {
  const { name, description, parameters, strict } = asObject(declaration.function) ?? {};
  const tool = declaration.type === 'function' ? functionToolOf({ name, description, parameters, strict }) : undefined;
  if (!tool) return { tool: { type: 'raw', providerApi: 'openai-chat', declaration }, unread: [] };
  const others = otherMembers(
    asObject(declaration.function) ?? {},
    new Set(['name', 'description', 'parameters', 'strict']),
  );
  return {
    tool,
    unread: [
      ...unreadOfTool(declaration, new Set(['type', 'function']), path),
      ...others.map((member) => ({ path: `${path}.function.${member}`, what: `tool.function.${member}` })),
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
