/** What the drivers for the APIs of OpenAI share. */
import { type ChatOptions, type ClientSettings, parseBaseUrl, resolveSurface } from '../../../spec/contract/index.ts';
import { member, textOf } from './errors.ts';
import { type Access, accessOf, type ErrorWords, placeholder } from './provider-bridge.ts';

/** The SDK's error has the members of the provider's. */
export const openaiWords: ErrorWords = {
  // Some servers that speak the API have a number for a code.
  codeOf: (original) => {
    const code = member(original, 'code');
    return typeof code === 'number' ? String(code) : (textOf(code) ?? textOf(member(original, 'type')));
  },
};

/**
 * Where and as whom. The driver sends every key as `Authorization: Bearer`; on Azure the version of the API that needs no date is
 * OpenAI's own below `/openai`, and takes it too.
 *
 * @throws TypeError when the credentials, the base URL or the surface cannot be used
 */
export function openaiAccess(
  settings: ClientSettings,
): Access & { readonly apiKey: string; readonly endpoint: string } {
  const surface = resolveSurface(settings, 'OpenAI', ['openai', 'azure-openai', 'openai-compatible']);
  const access = accessOf(settings.credentials, 'OpenAI');
  return {
    ...access,
    apiKey: access.secret || placeholder,
    endpoint: `${parseBaseUrl(settings)}${surface === 'azure-openai' ? '/openai/v1' : '/v1'}`,
  };
}

/** The client of the SDK, as far as it is changed. */
interface Service<Self> {
  organization: string | null;
  project: string | null;
  withOptions(options: { readonly apiKey: () => Promise<string> }): Self;
}

/**
 * The driver has no option for functions that give tokens, for an organization and for a project, and a public member for the SDK's
 * client. That takes the latter two of the environment.
 */
export function prepareService<S extends Service<S>>(driver: { service: S }, { getToken }: Access): void {
  driver.service.organization = null;
  driver.service.project = null;
  if (getToken) driver.service = driver.service.withOptions({ apiKey: getToken });
}

/**
 * Members of the request that the driver has no word for, and takes as `extra_body`: what is the caller's own comes last.
 * The driver's members win over them.
 */
export function extraBody(
  { allowMultipleToolCalls, store, rawRepresentation, toolMode, tools = [] }: ChatOptions,
  toolChoice: unknown,
  others: object = {},
): { readonly extra_body?: Record<string, unknown> } {
  // Without tools only a demand says something.
  const hasTools = tools.length > 0;
  const isChosen = toolChoice !== undefined && (hasTools || toolMode?.type === 'required');
  const members = {
    ...(isChosen ? { tool_choice: toolChoice } : {}),
    ...(allowMultipleToolCalls === undefined || !hasTools ? {} : { parallel_tool_calls: allowMultipleToolCalls }),
    ...(store === undefined ? {} : { store }),
    ...others,
    ...rawRepresentation,
  };
  return Object.keys(members).length === 0 ? {} : { extra_body: members };
}
