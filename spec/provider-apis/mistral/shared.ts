/** What both APIs of Mistral say alike: tools of a request, and errors. */

import type { Json, JsonObject } from '../../../lib/canonical-json.ts';
import type { Content, Tool } from '../../contract/index.ts';
import type { ErrorFact, Unrecognized } from '../../facts/fact.ts';
import { errorOf } from '../../wire/errors.ts';
import { asArray, asObject, asString, otherMembers } from '../../wire/json.ts';
import { functionToolOf, textsOf, unreadOfTool, urlContent } from '../../wire/requests.ts';

/**
 * A tool in the contract's words, provider-specific where the contract has none of its own; what these cannot say is raw: a tool
 * of another kind, or one of the contract's with a `tool_configuration`. What has no type is a function.
 *
 * @param providerApi whose raw tool it is
 */
export function mistralToolOf(
  declaration: JsonObject,
  path: string,
  providerApi: string,
): { readonly tool: Tool; readonly unread: Unrecognized[] } {
  const tool = known(declaration);
  if (!tool) return { tool: { type: 'raw', providerApi, declaration }, unread: [] };
  const read = ['type', 'function', 'library_ids', 'connector_id', 'authorization', 'tool_configuration'];
  return { tool, unread: unreadOfTool(declaration, new Set(read), path) };
}

function known(declaration: JsonObject): Tool | undefined {
  const configuration = configurationOf(declaration.tool_configuration);
  const isPlain = configuration !== undefined && Object.keys(configuration).length === 0;
  switch (declaration.type ?? 'function') {
    case 'function':
      return functionOf(asObject(declaration.function) ?? {});
    case 'code_interpreter':
      return isPlain ? { type: 'code-interpreter' } : undefined;
    case 'web_search':
      return isPlain ? { type: 'web-search' } : undefined;
    case 'image_generation':
      return isPlain ? { type: 'image-generation' } : undefined;
    case 'document_library': {
      const vectorStoreIds = textsOf(declaration.library_ids);
      return isPlain && vectorStoreIds ? { type: 'file-search', vectorStoreIds } : undefined;
    }
    case 'web_search_premium':
      return configuration && { type: 'provider-specific', name: 'web-search-premium', settings: configuration };
    case 'connector': {
      const connectorId = asString(declaration.connector_id);
      if (!configuration || connectorId === undefined) return undefined;
      const { authorization = null } = declaration;
      const settings = { connectorId, ...configuration, ...(authorization === null ? {} : { authorization }) };
      return { type: 'provider-specific', name: 'connector', settings };
    }
    default:
      return undefined;
  }
}

function functionOf({ name, description, parameters, strict, ...others }: JsonObject): Tool | undefined {
  return Object.keys(others).length > 0 ? undefined : functionToolOf({ name, description, parameters, strict });
}

/** `{ include, exclude, requires_confirmation }` in the contract's spelling; `undefined` where it says something else. */
function configurationOf(value: Json | undefined): JsonObject | undefined {
  const configuration = asObject(value ?? {});
  if (!configuration) return undefined;
  const { include, exclude, requires_confirmation: requiresConfirmation } = configuration;
  const lists = Object.entries({ include, exclude, requiresConfirmation }).flatMap(([name, list]) =>
    (list ?? null) === null ? [] : [[name, textsOf(list)] as const],
  );
  const others = otherMembers(configuration, new Set(['include', 'exclude', 'requires_confirmation']));
  if (others.length > 0 || lists.some(([, list]) => list === undefined)) return undefined;
  return Object.fromEntries(lists) as JsonObject;
}

/**
 * The error that an answer of Mistral says: `{ object: "error", message, type, code }`, the same inside an `error`, or `{ detail
 * }`, which is text or a list of what does not fit. The code is a text or a number; where there is none, the type stands in.
 * Source: `HTTPValidationError`, `ValidationError`,
 * `ResponseErrorEvent` of `@mistralai/mistralai`.
 *
 * @param status the HTTP status; absent where the error came in an answer that had begun.
 */
export function mistralErrorFact(body: JsonObject | undefined, status?: number): ErrorFact {
  const error = asObject(body?.error) ?? body ?? {};
  // What is told in an event has the event's own type.
  const type = asString(error.type)?.startsWith('conversation.') ? undefined : asString(error.type);
  const code = typeof error.code === 'number' ? String(error.code) : asString(error.code) || type;
  const message = asString(error.message) ?? detailsOf(asObject(error.message)?.detail ?? error.detail);
  return errorOf({ status, code, message });
}

function detailsOf(detail: Json | undefined): string {
  const messages = (asArray(detail) ?? []).flatMap((one) => asString(asObject(one)?.msg) ?? []);
  return asString(detail) ?? messages.join('\n');
}

/** {@link urlContent}, which is of the kind that its place is for: an image among documents is a document, and the other way round. */
export function urlContentOfKind(url: string, kind: string): Content {
  const content = urlContent(url, kind);
  const fits = content.mediaType?.startsWith('image/') === kind.startsWith('image/');
  return fits ? content : { ...content, mediaType: kind };
}
