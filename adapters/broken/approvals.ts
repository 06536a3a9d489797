import type { ChatClient, ChatMessage, ChatOptions, ChatResponse } from '../../spec/contract/index.ts';
import { foldUpdates } from '../../spec/contract/index.ts';
import { type BrokenAdapter, inReturnedContents, inSentContents, withDefects } from './break.ts';

const over = 'openai-responses';
const granted = ['approval-granted/complete', 'approval-granted/stream'];
const denied = ['approval-denied/complete', 'approval-denied/stream'];

/** Defects in how leave is asked, and how it is answered. */
export const brokenInApprovals: readonly BrokenAdapter[] = [
  {
    id: 'drops-requests-for-leave',
    caughtBy: 'approval-requests-equal-wire',
    over,
    defect: 'Requests for leave are not returned, so that nobody can answer them.',
    shows: [...granted, ...denied],
    breakIt: withDefects(inReturnedContents((contents) => contents.filter((c) => c.type !== 'approval-request'))),
  },
  {
    id: 'asks-without-arguments',
    caughtBy: 'approval-requests-equal-wire',
    over,
    defect: 'Leave is asked without what the tool would be called with.',
    shows: [...granted, ...denied],
    breakIt: withDefects(
      inReturnedContents((contents) =>
        contents.map((c) => (c.type === 'approval-request' ? { ...c, arguments: {} } : c)),
      ),
    ),
  },
  {
    id: 'forgets-requests-for-leave',
    caughtBy: 'history-on-the-wire',
    over,
    defect: 'Answers go back without the requests that they answer, where the provider keeps nothing.',
    shows: ['approval-with-nothing-kept/complete', 'approval-with-nothing-kept/stream'],
    breakIt: withDefects(inSentContents((contents) => contents.filter((c) => c.type !== 'approval-request'))),
  },
  {
    id: 'loses-denials',
    caughtBy: 'approvals-on-the-wire',
    over,
    defect: 'Only leave that was given goes out.',
    shows: [...denied, 'approval-with-nothing-kept/complete', 'approval-with-nothing-kept/stream'],
    breakIt: withDefects(
      inSentContents((contents) => contents.filter((c) => c.type !== 'approval-response' || c.approved)),
    ),
  },
  {
    id: 'grants-what-was-denied',
    caughtBy: 'approvals-on-the-wire',
    over,
    defect: 'Every answer goes out as leave.',
    shows: [...denied, 'approval-with-nothing-kept/stream'],
    breakIt: withDefects(
      inSentContents((contents) =>
        contents.map((c) => (c.type === 'approval-response' ? { ...c, approved: true } : c)),
      ),
    ),
  },
  {
    id: 'answers-another-request',
    caughtBy: 'approvals-on-the-wire',
    over,
    defect: 'Of several requests the first one gets every answer.',
    shows: ['approval-with-nothing-kept/complete', 'approval-with-nothing-kept/stream'],
    breakIt: withDefects(
      inSentContents((contents) => {
        const [first] = contents.filter((c) => c.type === 'approval-response');
        return contents.map((c) =>
          c.type === 'approval-response' && first ? { ...c, requestId: first.requestId } : c,
        );
      }),
    ),
  },
  {
    id: 'gives-leave-by-itself',
    caughtBy: 'approvals-on-the-wire',
    over,
    defect: 'Leave is given by the adapter; the application is never asked.',
    shows: [...granted, ...denied],
    breakIt: withDefects({ call: (client) => givingLeave(client) }),
  },
];

/** A client that answers every request for leave itself, and returns what comes of it. */
function givingLeave(client: ChatClient): ChatClient {
  return {
    async getResponse(messages, options, context) {
      const first = await client.getResponse(messages, options, context);
      const leave = leaveFor(first);
      if (!leave) return first;
      return client.getResponse([...messages, ...first.messages, leave], goingOn(options, first), context);
    },
    async *getStreamingResponse(messages, options, context) {
      const updates = [];
      for await (const update of client.getStreamingResponse(messages, options, context)) updates.push(update);
      const first = foldUpdates(updates);
      const leave = leaveFor(first);
      if (!leave) yield* updates;
      else {
        yield* client.getStreamingResponse([...messages, ...first.messages, leave], goingOn(options, first), context);
      }
    },
    close: () => client.close(),
  };
}

function leaveFor({ messages }: ChatResponse): ChatMessage | undefined {
  const requests = messages.flatMap((m) => m.contents).filter((c) => c.type === 'approval-request');
  if (requests.length === 0) return undefined;
  const contents = requests.map(({ requestId }) => ({ type: 'approval-response' as const, requestId, approved: true }));
  return { role: 'user', contents };
}

const goingOn = (options: ChatOptions = {}, { conversationId }: ChatResponse): ChatOptions =>
  conversationId === undefined ? options : { ...options, conversationId };
