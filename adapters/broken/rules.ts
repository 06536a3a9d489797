import type { Json } from '../../files/canonical-json.ts';
import type { BrokenAdapter } from './break.ts';
import { inSentBody } from './on-the-wire.ts';

/** Defects for which the live service refuses a request that a recording answers. */
export const brokenInRules: readonly BrokenAdapter[] = [
  {
    id: 'abandons-a-call',
    modelledOn: ['B031'],
    caughtBy: 'requests-acceptable',
    defect: 'A call whose function did not come to an end goes back without an answer.',
    shows: ['single-call/complete', 'parallel-calls/stream'],
    onTheWire: inSentBody((body) => ({ ...body, messages: withoutFirstAnswer(body.messages ?? []) })),
  },
  {
    id: 'does-not-say-that-it-is-json',
    caughtBy: 'requests-acceptable',
    defect: 'A body of JSON goes out as plain text, which the service answers with 415.',
    shows: ['single-call/complete', 'single-call/stream'],
    onTheWire: {
      request: (request) => ({
        ...request,
        headers: request.headers.map(([name, value]) => [name, name === 'content-type' ? 'text/plain' : value]),
      }),
    },
  },
];

interface Said {
  readonly content?: readonly { readonly type: string }[];
}

/** Messages in which the first answer to a call is missing. */
function withoutFirstAnswer(messages: Json): Json {
  let isGone = false;
  const keeps = ({ type }: { type: string }) => {
    if (isGone || type !== 'tool_result') return true;
    isGone = true;
    return false;
  };
  const said = messages as unknown as readonly Said[];
  return said.map((message) =>
    Array.isArray(message.content) ? { ...message, content: message.content.filter(keeps) } : message,
  ) as unknown as Json;
}
