import { UserError } from '../../files/user-error.ts';
import type { ClientSettings } from '../../spec/contract/index.ts';
import type { Case } from '../../spec/engine/case.ts';
import { recordingSettings } from '../../spec/engine/settings.ts';
import type { ThreadData } from './thread-messages.ts';

/** Where to record from, and whose credentials to use. */
export type Target = Pick<ThreadData, 'column' | 'environment' | 'baseUrl' | 'endpoints'>;

/**
 * The settings that a conversation is recorded with: the provider's own places, or those that were given instead.
 *
 * @throws {UserError} a variable of the environment is not set.
 */
export function settingsFor(theCase: Case, { column, environment, baseUrl, endpoints }: Target): ClientSettings {
  const at = (url: string) => placeOf(url, theCase);
  const others = Object.fromEntries(Object.entries(endpoints).map(([name, url]) => [name, at(url)]));
  return recordingSettings(
    column,
    environment,
    theCase.scenario,
    baseUrl === undefined ? undefined : at(baseUrl),
    others,
  );
}

/** A URL with `{tool}`, `{scenario}` and `{mode}` filled in, by which one server can tell conversations apart. */
const placeOf = (url: string, { kind, tool, scenario, mode }: Case): string =>
  url
    .replaceAll('{tool}', kind === 'scenario' ? tool : 'refused')
    .replaceAll('{scenario}', scenario.id)
    .replaceAll('{mode}', mode);

/** @throws {UserError} a base URL that is none. */
export function demandUrl(option: string, url: string): void {
  if (URL.canParse(url.replaceAll(/[{}]/g, '')) && /^https?:\/\//.test(url)) return;
  throw new UserError(`${option}: "${url}" is no URL`, { hint: 'write it as https://host or http://127.0.0.1:8080' });
}

/** `name=url` by name. @throws {UserError} one is something else. */
export function endpointsFrom(options: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    options.map((option) => {
      const [, name = '', url = ''] = /^([^=]+)=(.*)$/.exec(option) ?? [];
      if (name === '') {
        throw new UserError(`--endpoint: "${option}" is not name=url`, {
          hint: 'such as control=http://127.0.0.1:8080; the names stand in the matrix column as "endpoints"',
        });
      }
      demandUrl('--endpoint', url);
      return [name, url];
    }),
  );
}
