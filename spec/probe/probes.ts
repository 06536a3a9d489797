/** The probes of each provider API, and what it answers them. */

import { isJsonObject, type Json, jsonEquals } from '../../lib/canonical-json.ts';
import { assertKnown } from '../../lib/did-you-mean.ts';
import type { HttpResponse } from '../../recordings/format/exchange.ts';
import { type ProbedApi, type ProbeScenario, probedApis, probeScenarios } from './scenarios.ts';
import type { ProbeWire } from './wire.ts';

/** The provider API of this name. @throws {UserError} it is none that can be probed. */
export function probedApiNamed(name: string): ProbedApi {
  assertKnown('provider API', name, probedApis);
  return name as ProbedApi;
}

/** How a provider API is probed. */
export async function probeWireFor(providerApi: ProbedApi): Promise<ProbeWire> {
  const found = await {
    'openai-chat': () => import('./wires/openai-chat.ts'),
    'openai-responses': () => import('./wires/openai-responses.ts'),
    anthropic: () => import('./wires/anthropic.ts'),
  }[providerApi]();
  return found.wire;
}

/** Scenarios of a provider API, each with the ways to ask it. */
export const probesOf = ({
  providerApi,
}: ProbeWire): { readonly scenario: ProbeScenario; readonly isStream: boolean }[] =>
  probeScenarios
    .filter(({ on }) => !on || on.includes(providerApi))
    .flatMap((scenario) => [false, ...(scenario.streams ? [true] : [])].map((isStream) => ({ scenario, isStream })));

/** The documented answer to a request, whatever its model; nothing where no scenario asks so. */
export function documentedAnswer(wire: ProbeWire, body: Json | undefined): HttpResponse | undefined {
  if (!isJsonObject(body)) return undefined;
  const { model = '', ...asked } = body;
  for (const { scenario, isStream } of probesOf(wire)) {
    const { model: _, ...said } = wire.request(scenario, '', isStream);
    if (jsonEquals(asked, said)) return wire.answer(scenario, { ...said, model }, isStream);
  }
  return undefined;
}
