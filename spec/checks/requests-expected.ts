import type { Trace } from '../engine/trace.ts';
import type { Finding } from '../engine/verdict.ts';
import { answered, type Check, contractSource } from './check.ts';

export const check: Check = {
  id: 'requests-expected',
  level: 'MUST',
  title: 'The adapter makes each request of the conversation once, and no other.',
  reason: 'A request too many costs money and may act twice; one too few means that something was never said.',
  sources: [
    contractSource,
    { title: 'IChatClient: one call is one exchange with the service, never retried by itself' },
  ],
  of: answered,
  judge: ({ steps, trace }) => {
    const findings: Finding[] = [
      ...steps.flatMap(({ step, path }) =>
        step.unexpected.map((u, i) => ({
          message: `the adapter sent a request that the conversation has no place for, ${u.request.method} ${u.request.url}: ${u.reason}`,
          wirePath: `${path}.unexpected[${i}].request`,
          wire: u.request,
        })),
      ),
      ...steps.flatMap(({ step, path }) =>
        step.exchanges.flatMap(({ request }, i) =>
          isAtHome(request.url, trace)
            ? []
            : {
                message: `the adapter sent a request to ${request.url}; it was told to use ${homesOf(trace).join(' and ')}`,
                wirePath: `${path}.exchanges[${i}].request.url`,
                wire: request.url,
              },
        ),
      ),
      ...trace.late.map((u, i) => ({
        message: `the adapter sent ${u.request.method} ${u.request.url} after its call had ended: ${u.reason}`,
        wirePath: `late[${i}].request`,
        wire: u.request,
      })),
      ...trace.connections.refused.map((target, i) => ({
        message: `the adapter opened a connection to ${target}, past the transport it was given: use the base URL and the fetch of the settings`,
        adapterPath: `connections.refused[${i}]`,
        adapter: target,
      })),
      ...(wasCutShort(trace) ? [] : trace.unconsumed).map((entry, i) => ({
        message: `the conversation needs a request that the adapter never sent: ${entry} of the recording`,
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
  homesOf(trace).some((home) => {
    const place = home.replace(/\/+$/, '');
    return url.startsWith(`${place}/`) && !url.startsWith(`${place}//`);
  });

const homesOf = ({ settings: { baseUrl, endpoints = {} } }: Trace): string[] => [baseUrl, ...Object.values(endpoints)];
