import type { Tool } from '../../spec/contract/index.ts';
import { type BrokenAdapter, withDefects } from './break.ts';

const eachTool = (change: (tool: Tool) => readonly Tool[]) =>
  withDefects({
    request: (messages, options) => [
      messages,
      options.tools ? { ...options, tools: options.tools.flatMap(change) } : options,
    ],
  });

/** Defects in what is done with a tool that the provider API lacks. */
export const brokenInAvailability: readonly BrokenAdapter[] = [
  {
    id: 'drops-unsupported-tools',
    caughtBy: 'refused-before-sending',
    defect: 'A tool that the provider lacks is dropped in silence.',
    shows: ['refused/complete', 'refused/stream'],
    breakIt: eachTool((tool) => (tool.type === 'function' || tool.type === 'raw' ? [tool] : [])),
  },
  {
    id: 'forwards-unsupported-tools',
    caughtBy: 'refused-before-sending',
    defect: 'A tool that the provider lacks is forwarded in the hope that it will do.',
    shows: ['refused/complete', 'refused/stream'],
    breakIt: (adapter) =>
      eachTool((tool) => {
        if (tool.type === 'function' || tool.type === 'raw') return [tool];
        return [{ type: 'raw', providerApi: adapter.providerApi, declaration: { type: tool.type } }];
      })(adapter),
  },
  {
    id: 'replaces-unsupported-tools',
    caughtBy: 'refused-before-sending',
    defect: 'A tool that the provider lacks is replaced by a function of the same name.',
    shows: ['refused/complete', 'refused/stream'],
    breakIt: eachTool((tool) =>
      tool.type === 'function' || tool.type === 'raw'
        ? [tool]
        : [{ type: 'function', name: tool.type, parameters: { type: 'object' } }],
    ),
  },
  {
    id: 'refuses-without-a-way-out',
    caughtBy: 'refused-before-sending',
    defect: 'A tool that the provider lacks is refused, and the error does not say which would work.',
    shows: ['refused/complete'],
    breakIt: withDefects({
      call: (client) => ({
        ...client,
        getResponse: async (...asked) => {
          const withoutAdvice = (error: object) => {
            throw Object.assign(error, { supported: [] });
          };
          return client.getResponse(...asked).catch(withoutAdvice);
        },
      }),
    }),
  },
  {
    id: 'leaves-out-what-it-cannot-say',
    caughtBy: 'refused-before-sending',
    over: 'openai-chat',
    defect: 'What the API has no words for is left out of a message, and the rest is sent.',
    shows: ['outcome-of-an-action/complete', 'outcome-of-an-action/stream'],
    breakIt: withDefects({
      request: (messages, options) => [
        messages.map((message) => ({
          ...message,
          contents: message.contents.filter(({ type }) => type !== 'action-result'),
        })),
        options,
      ],
    }),
  },
  {
    id: 'blames-the-provider-unasked',
    caughtBy: 'refused-before-sending',
    over: 'openai-chat',
    defect: 'What cannot be said is refused as if the provider had answered, and as if trying again made sense.',
    shows: ['outcome-of-an-action/complete'],
    breakIt: withDefects({
      call: (client) => ({
        ...client,
        getResponse: async (...asked) =>
          client.getResponse(...asked).catch((error: object) => {
            throw Object.assign(error, { status: 400, retryable: true });
          }),
      }),
    }),
  },
  {
    id: 'makes-agents-in-vain',
    caughtBy: 'refused-before-sending',
    over: 'azure-foundry-v2',
    defect: 'An agent is made with the tools that there are, and only then the one that there is not is refused.',
    shows: ['refused/complete', 'refused/stream'],
    breakIt: withDefects({
      call: (client, [messages, { tools: _, ...options } = {}]) => ({
        ...client,
        getResponse: async (...asked) => {
          await client.getResponse(messages, options);
          return client.getResponse(...asked);
        },
        async *getStreamingResponse(...asked) {
          yield* client.getStreamingResponse(messages, options);
          yield* client.getStreamingResponse(...asked);
        },
      }),
    }),
  },
];
