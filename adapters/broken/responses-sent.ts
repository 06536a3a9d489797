import type { Json, JsonObject } from '../../files/canonical-json.ts';
import type { Tampering } from '../../recordings/transport/tampering.ts';
import type { BrokenAdapter } from './break.ts';
import { inReadBody, inSentBody } from './on-the-wire.ts';
import { inSentItems, isObject, without } from './responses-items.ts';

const over = 'openai-responses';
const azure = 'azure-foundry-v2';
const kept = ['nothing-kept/complete', 'nothing-kept/stream'];

/** Defects in what goes back to the Responses API of a conversation. */
export const brokenInResponsesSent: readonly BrokenAdapter[] = [
  {
    id: 'puts-reasoning-behind-its-call',
    modelledOn: ['B074'],
    caughtBy: 'requests-acceptable',
    over,
    defect: 'Reasoning goes back behind the call that it led to.',
    shows: kept,
    onTheWire: inSentItems((items) =>
      items.flatMap((item, i) => {
        if (item.type === 'reasoning') return [];
        return items[i - 1]?.type === 'reasoning' ? [item, items[i - 1] ?? item] : [item];
      }),
    ),
  },
  {
    id: 'puts-words-behind-reasoning',
    modelledOn: ['B076'],
    caughtBy: 'requests-acceptable',
    over,
    defect: 'An empty message is put between reasoning and the call that it led to.',
    shows: kept,
    onTheWire: inSentItems((items) =>
      items.flatMap((item) =>
        item.type === 'reasoning' ? [item, { type: 'message', role: 'assistant', content: '' }] : [item],
      ),
    ),
  },
  {
    id: 'gives-reasoning-new-ids',
    modelledOn: ['B079'],
    caughtBy: 'requests-acceptable',
    over,
    defect: 'Sealed reasoning goes back under an id of the library’s own.',
    shows: kept,
    onTheWire: inSentItems((items) =>
      items.map((item, i) => (item.type === 'reasoning' ? { ...item, id: `rs_${i}` } : item)),
    ),
  },
  {
    id: 'refers-to-what-was-not-kept',
    modelledOn: ['B083'],
    caughtBy: 'requests-acceptable',
    over,
    defect: 'What the model and its tools said goes back as references, though nothing was kept.',
    shows: kept,
    onTheWire: inSentItems((items) =>
      items.map((item) =>
        typeof item.id === 'string' && item.type !== 'reasoning' ? { type: 'item_reference', id: item.id } : item,
      ),
    ),
  },
  {
    id: 'answers-with-item-ids',
    modelledOn: ['B080'],
    caughtBy: 'requests-acceptable',
    over: azure,
    defect: 'Results go out under the id of the item instead of that of the call.',
    shows: ['single-call/complete', 'parallel-calls/stream'],
    onTheWire: inSentItems((items) =>
      items.map((item) =>
        item.type === 'function_call_output'
          ? { ...item, call_id: `fc_${String(item.call_id).replace(/^call_/, '')}` }
          : item,
      ),
    ),
  },
  {
    id: 'makes-call-ids-for-hosted-outputs',
    modelledOn: ['B116'],
    caughtBy: 'requests-acceptable',
    over,
    defect: 'Outputs of the tools that are built in go out under fresh ids.',
    shows: ['runs-and-reports/complete', 'look-and-click/stream'],
    onTheWire: inSentItems((items) =>
      items.map((item, i) =>
        /^(shell|computer)_call_output$/.test(String(item.type)) ? { ...item, call_id: `call_${i}` } : item,
      ),
    ),
  },
  {
    id: 'ignores-answers-to-requests-for-leave',
    modelledOn: ['B098'],
    caughtBy: 'approvals-on-the-wire',
    over,
    defect: 'Answers to requests for leave are no kind of content that goes out.',
    shows: ['approval-granted/complete', 'approval-denied/stream', 'approval-with-nothing-kept/complete'],
    onTheWire: inSentItems((items) => items.filter(({ type }) => type !== 'mcp_approval_response')),
  },
  {
    id: 'gives-leave-to-nothing',
    modelledOn: ['B100'],
    caughtBy: 'requests-acceptable',
    over: azure,
    defect: 'Leave goes out without the id of the request that it answers.',
    shows: ['approval-granted/complete', 'approval-denied/stream'],
    onTheWire: inSentItems((items) =>
      items.map((item) => (item.type === 'mcp_approval_response' ? without(item, 'approval_request_id') : item)),
    ),
  },
  {
    id: 'gives-items-ids-of-its-own',
    caughtBy: 'requests-acceptable',
    over,
    defect: 'Calls go back with an id that the library made up.',
    shows: ['nothing-kept/complete'],
    onTheWire: inSentItems((items) =>
      items.map((item, i) => (item.type === 'function_call' ? { ...item, id: `item_${i}` } : item)),
    ),
  },
  {
    id: 'goes-on-in-two-ways',
    caughtBy: 'requests-acceptable',
    over,
    defect: 'A request goes on from the last response and in the conversation at once.',
    shows: ['in-a-conversation/complete', 'in-a-conversation/stream'],
    onTheWire: inSentBody((body) =>
      body.conversation === undefined ? body : { ...body, previous_response_id: 'resp_boat_1' },
    ),
  },
  {
    id: 'gives-no-reasons',
    caughtBy: 'approvals-on-the-wire',
    over: azure,
    defect: 'Why leave was refused is not sent, though the API has a member for it.',
    shows: ['opened-by-a-key/complete', 'opened-by-a-key/stream'],
    onTheWire: inSentItems((items) => items.map((item) => without(item, 'reason'))),
  },
  {
    id: 'says-neither-yes-nor-no',
    caughtBy: 'requests-acceptable',
    over,
    defect: 'A refusal goes out without the member that says so, as if false were nothing.',
    shows: ['approval-denied/complete', 'approval-with-nothing-kept/stream'],
    onTheWire: inSentItems((items) => items.map((item) => (item.approve === false ? without(item, 'approve') : item))),
  },
  {
    id: 'answers-without-a-type',
    caughtBy: 'results-on-the-wire',
    over,
    defect: 'Results go out as items that do not say what they are.',
    shows: ['single-call/complete', 'parallel-calls/stream'],
    onTheWire: inSentItems((items) =>
      items.map((item) => (item.type === 'function_call_output' ? without(item, 'type') : item)),
    ),
  },
  {
    id: 'repeats-what-is-kept',
    modelledOn: ['B158'],
    caughtBy: 'requests-acceptable',
    over: azure,
    defect: 'All of the conversation goes out again beside the id of the response that it goes on from.',
    shows: ['single-call/complete', 'parallel-calls/complete'],
    onTheWire: repeating(),
  },
  {
    id: 'sends-the-last-message-alone',
    caughtBy: 'history-on-the-wire',
    over,
    defect: 'Of several messages that are new to a conversation only the last goes out.',
    shows: ['two-messages-at-once/complete', 'two-messages-at-once/stream'],
    onTheWire: inSentItems((items, { conversation }) => (conversation === undefined ? items : items.slice(-1))),
  },
  {
    id: 'tells-a-timeout-as-an-exit-code',
    caughtBy: 'action-results-on-the-wire',
    over,
    defect: 'That time ran out for a command goes out as an exit code that nothing gave.',
    shows: ['ended-in-many-ways/complete', 'ended-in-many-ways/stream'],
    onTheWire: inSentItems((items) =>
      items.map((item) => ({
        ...item,
        ...(item.type === 'shell_call_output' && Array.isArray(item.output)
          ? { output: item.output.filter(isObject).map((one) => ({ ...one, outcome: endOf(one.outcome) })) }
          : {}),
      })),
    ),
  },
  {
    id: 'shows-papers-as-pictures',
    caughtBy: 'requests-acceptable',
    over,
    defect: 'Whatever the user shows by its address goes out as a picture.',
    shows: ['shown-in-every-way/complete', 'papers-at-an-address/stream'],
    onTheWire: inSentItems((items) =>
      items.map((item) => ({
        ...item,
        ...(Array.isArray(item.content)
          ? {
              content: item.content
                .filter(isObject)
                .map((part) =>
                  typeof part.file_url === 'string'
                    ? { type: 'input_image', detail: 'auto', image_url: part.file_url }
                    : part,
                ),
            }
          : {}),
      })),
    ),
  },
  {
    id: 'asks-for-no-sealed-reasoning',
    caughtBy: 'requests-complete',
    over,
    defect: 'Nothing shall be kept, and reasoning is not asked for in a form that can go back.',
    shows: kept,
    onTheWire: inSentBody((body) => without(body, 'include')),
  },
];

const endOf = (outcome: Json | undefined): Json =>
  isObject(outcome) && outcome.type === 'timeout' ? { type: 'exit', exit_code: 124 } : (outcome ?? null);

/** Puts the items of answers before those of every request that goes on from one. */
function repeating(): Tampering {
  let told: JsonObject[] = [];
  return {
    ...inSentItems((items, { previous_response_id: id }) => (id === undefined ? items : [...told, ...items])),
    ...inReadBody((body) => {
      if (Array.isArray(body.output)) told = body.output.filter(isObject);
      return body;
    }),
  };
}
