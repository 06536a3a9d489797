/** Requests are those that the provider takes and the scenario expects. */
import { isJsonObject, type Json, jsonEquals, matchesObject } from '../../lib/canonical-json.ts';
import { type Exchange, headerOf } from '../../recordings/format/exchange.ts';
import type { Trace } from '../engine/trace.ts';
import { jsonOf } from '../wire/json.ts';
import { requestBodyOf } from '../wire/request-requirements.ts';
import type { Asked } from '../wire/rules/rule.ts';
import type { WireProblem } from '../wire/schemas/index.ts';
import {
  answeredKinds,
  type Check,
  type CheckOutcome,
  contractSource,
  type Found,
  type JudgeContext,
  mergeOutcomes,
  notApplicable,
} from './check.ts';

/** An exchange with its place in a trace: `steps[0].exchanges[1]`. */
interface PlacedExchange {
  readonly exchange: Exchange;
  readonly path: string;
}

/** All that went over the wire, in order. */
const exchangesOf = ({ steps, closing }: Trace): PlacedExchange[] => [
  ...steps.flatMap(({ exchanges }, s) =>
    exchanges.map((exchange, i) => ({ exchange, path: `steps[${s}].exchanges[${i}]` })),
  ),
  ...closing.map((exchange, i) => ({ exchange, path: `closing[${i}]` })),
];

/** False where the recording answers with a refusal of the request: such a case is about the refusal. */
const isAccepted = ({ exchange: { response, isRejected } }: { readonly exchange: Exchange }): boolean =>
  isRejected === true || (response.status !== 400 && response.status !== 422);

/**
 * Whether a place of a request is what the caller put there by break-glass: inside a raw tool, or a raw member of the request.
 * That is the caller's to answer for, and may well be newer than what is known here.
 *
 * @param path place below the exchange: `request.body.tools[1].type`
 */
export function isCallersOwn({ steps }: Trace, { exchange }: PlacedExchange, path: string): boolean {
  const keys = [...path.replace(/^request\.body/, '').matchAll(/\.([^.[\]]+)|\[(\d+)\]/g)].map(
    ([, k, i]) => k ?? i ?? '',
  );
  const body = jsonOf(exchange.request.body) ?? null;
  const options = steps.map((step) => step.options);
  const declared = options.flatMap(({ tools = [] }) => tools.flatMap((t) => (t.type === 'raw' ? [t.declaration] : [])));
  const patches = options.flatMap(({ rawRepresentation: patch }) => (patch === undefined ? [] : [patch as Json]));
  const along = [body, ...keys.map((_, i) => at(body, keys.slice(0, i + 1)))];
  return (
    along.some((value) => isJsonObject(value) && declared.some((raw) => matchesObject(value, raw))) ||
    patches.some((patch) => isPatched(patch, body, keys))
  );
}

/** RFC 7396: an object is merged, anything else stands as it is, and null takes away. */
function isPatched(patch: Json, body: Json | undefined, [key, ...rest]: readonly string[]): boolean {
  if (!isJsonObject(patch)) return patch === null ? body === undefined : jsonEquals(patch, body ?? null);
  if (key === undefined) return matchesObject(body, patch);
  const inPatch = patch[key];
  return inPatch !== undefined && isPatched(inPatch, at(body, [key]), rest);
}

function at(value: Json | undefined, keys: readonly string[]): Json | undefined {
  let found = value;
  for (const key of keys) {
    if (typeof found !== 'object' || found === null || !Object.hasOwn(found, key)) return undefined;
    found = (found as { readonly [name: string]: Json })[key];
  }
  return found;
}

export const requestProviderRules: Check = {
  id: 'request-provider-rules',
  level: 'MUST',
  title: "Every request meets the provider's documented rules.",
  reason: 'Replay accepts a request that breaks them. The live service rejects it with status 400.',
  sources: [contractSource],
  of: answeredKinds,
  judge: ({ trace, rules }) => {
    const outcomes = asked(trace).flatMap(({ path, ...request }) =>
      rules.map((rule) => {
        const { compared, breaches } = rule.judge(request);
        const { grade, ...source } = rule.evidence;
        return {
          compared,
          findings: breaches.map(({ message, value, path: place }) => ({
            message,
            group: rule.id,
            wirePath: `${path}.${place}`,
            ...(value === undefined ? {} : { wire: value }),
            evidence: grade,
            rule: { id: rule.id, what: rule.what, source },
          })),
        };
      }),
    );
    return mergeOutcomes(outcomes);
  },
};

/** Every request, with what went before it, that the recording does not answer with a refusal of its own. */
function asked(trace: Trace): (Asked & { path: string })[] {
  const all = exchangesOf(trace);
  return all
    .map(({ exchange, path }, i) => ({
      exchange,
      path: `${path}.request`,
      body: requestBodyOf(exchange),
      earlier: all.slice(0, i).map((one) => one.exchange),
    }))
    .filter(isAccepted);
}

export const requestRequirements: Check = {
  id: 'request-requirements',
  level: 'MUST',
  title: 'Every request carries the required credentials, versions and switches.',
  reason: 'Replay accepts a request without them. The live service rejects it or returns less.',
  sources: [
    contractSource,
    {
      title: 'OpenAI: what a response includes only on request',
      url: 'https://platform.openai.com/docs/api-reference/responses/create#responses-create-include',
    },
    { title: 'Anthropic: versions and beta headers', url: 'https://docs.claude.com/en/api/versioning' },
  ],
  of: answeredKinds,
  judge: ({ case: { mode }, trace, demands }) => {
    const all = exchangesOf(trace);
    const due = all.flatMap(({ exchange, path }, i) => {
      const earlier = all.slice(0, i).map((before) => before.exchange);
      return demands
        .filter((demand) => (!demand.whenStreaming || mode === 'stream') && (demand.of?.(exchange, earlier) ?? true))
        .map((demand) => ({ demand, exchange, earlier, path }));
    });
    return {
      compared: due.length,
      findings: due
        .filter(({ demand, exchange, earlier }) => !demand.isMet(exchange, earlier))
        .map(({ demand, exchange: { request }, path }) => ({
          message: `${request.method} ${request.url} lacks ${demand.what}`,
          group: 'demand',
          wirePath: `${path}.request`,
        })),
    };
  },
};

export const requestSequence: Check = {
  id: 'request-sequence',
  level: 'MUST',
  title: 'Each expected request is sent once, and no other.',
  reason: 'An extra request costs money and may act twice. A missing request means a lost message.',
  sources: [contractSource, { title: 'IChatClient: one call is one exchange with the service, without retries' }],
  of: answeredKinds,
  judge: ({ steps, trace }) => {
    const findings: Found[] = [
      ...steps.flatMap(({ step, path }) =>
        step.unexpected.flatMap((u, i) =>
          u.isDownload
            ? []
            : {
                group: 'request.unexpected',
                message: `the adapter sent an unexpected request, ${u.request.method} ${u.request.url}: ${u.reason}`,
                wirePath: `${path}.unexpected[${i}].request`,
                wire: u.request,
              },
        ),
      ),
      ...steps.flatMap(({ step, path }) =>
        step.exchanges.flatMap(({ request }, i) =>
          isAtHome(request.url, trace)
            ? []
            : {
                group: 'request.elsewhere',
                message: `the adapter sent a request to ${request.url} instead of ${baseUrlsOf(trace).join(' or ')}`,
                wirePath: `${path}.exchanges[${i}].request.url`,
                wire: request.url,
              },
        ),
      ),
      ...steps.flatMap(({ step, path }) =>
        step.exchanges.flatMap(({ request }, i) =>
          Object.entries(trace.settings.headers ?? {}).flatMap(([name, version]) => {
            const sent = headerOf(request, name);
            return sent === version
              ? []
              : {
                  group: 'request.version',
                  message: `the header "${name}" is ${sent === undefined ? 'not sent' : JSON.stringify(sent)}, not "${version}" as the caller chose`,
                  wirePath: `${path}.exchanges[${i}].request.headers`,
                  wire: sent ?? null,
                };
          }),
        ),
      ),
      ...trace.late.map((u, i) => ({
        group: 'request.late',
        message: `the adapter sent ${u.request.method} ${u.request.url} after its call ended: ${u.reason}`,
        wirePath: `late[${i}].request`,
        wire: u.request,
      })),
      ...trace.connections.refused.map((target, i) => ({
        group: 'connection',
        message: `the adapter opened a connection to ${target}, not through the caller’s transport: use base URL and fetch of the settings`,
        adapterPath: `connections.refused[${i}]`,
        adapter: target,
      })),
      ...(wasCutShort(trace) ? [] : trace.unconsumed).map((entry, i) => ({
        group: 'request.missing',
        message: `the adapter never sent an expected request: ${entry} of the recording`,
        wirePath: `unconsumed[${i}]`,
        wire: entry,
      })),
    ];
    return { compared: steps.reduce((n, { step }) => n + step.exchanges.length, findings.length), findings };
  },
};

/** After an error, or a call that cannot be answered, nobody expects the rest to be asked for. */
const wasCutShort = ({ steps, unplayable }: Trace): boolean =>
  unplayable !== undefined || steps.some((s) => s.error !== undefined);

/** Replay answers wherever a request is sent to; the real network would not. A slash at the end of a home says nothing. */
const isAtHome = (url: string, trace: Trace): boolean =>
  baseUrlsOf(trace).some((home) => {
    const place = home.replace(/\/+$/, '');
    return url.startsWith(`${place}/`) && !url.startsWith(`${place}//`);
  });

/** Where requests go: below the base URL of a variant that has paths of its own, below one of these. */
const baseUrlsOf = ({ settings: { baseUrl, endpoints = {}, paths = [''] } }: Trace): string[] => [
  ...paths.map((path) => `${baseUrl.replace(/\/+$/, '')}${path}`),
  ...Object.values(endpoints),
];

export const requestSchema: Check = {
  id: 'request-schema',
  level: 'MUST',
  title: "Every request fits the provider's own types.",
  reason: 'Replay accepts any request. The live service rejects one that does not fit its types.',
  sources: [contractSource, { title: 'The types of the providers’ official SDKs, as JSON Schema in schemas/wire' }],
  of: answeredKinds,
  judge: (context) => unfitting(context, ({ kind, refusal }) => kind === 'failure' || refusal !== undefined),
};

export const requestKnownMembers: Check = {
  id: 'request-known-members',
  level: 'SHOULD',
  title: 'No request holds members the provider does not define.',
  reason:
    'An unknown member does nothing for the caller, may disclose private data, and may be rejected in the future.',
  sources: [contractSource, { title: 'The types of the providers’ official SDKs, as JSON Schema in schemas/wire' }],
  of: answeredKinds,
  judge: (context) => unfitting(context, ({ kind, refusal }) => kind === 'extra' && refusal === undefined),
};

/** A place in a body, in whatever item; of what the caller's own schemas and data hold, no more than that it is there. */
const groupAt = (path: string): string =>
  path
    .replace(/^request\.body\.?/, '')
    .replaceAll(/\[\d+\]/g, '[]')
    .replace(/\.(properties|\$defs|definitions|args|arguments|input|metadata)\..*$/, '.$1');

/** What of the requests does not fit the provider's own types and counts; what the caller put there himself does not. */
function unfitting({ trace, schemas }: JudgeContext, counts: (problem: WireProblem) => boolean): CheckOutcome {
  if (!schemas) return notApplicable;
  return mergeOutcomes(
    exchangesOf(trace)
      .filter(isAccepted)
      .map((placed) => {
        const { compared, problems } = schemas.request(placed.exchange);
        const wrong = problems.filter((problem) => counts(problem) && !isCallersOwn(trace, placed, problem.path));
        return {
          compared,
          findings: wrong.map(({ path, message, value, definition, refusal }) => ({
            group: groupAt(path),
            ...(refusal === undefined ? {} : { evidence: 'documented' as const }),
            message: `${path} ${message} (${definition})${refusal === undefined ? '' : `; the service rejects it: ${refusal}`}`,
            wirePath: `${placed.path}.${path}`,
            ...(value === undefined ? {} : { wire: value }),
          })),
        };
      }),
  );
}
