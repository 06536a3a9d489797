import { type ChatResponseUpdate, type Content, ProviderError } from '../../spec/contract/index.ts';
import { type BrokenAdapter, inReturnedContents, withDefects, withErrors } from './break.ts';
import { both, inSentContents, inSentParts, objects, over, without } from './google-bodies.ts';
import { inSentBody } from './on-the-wire.ts';

/** Defects of adapters of the Gemini API that show in odd answers alone: where words are cited, what belongs to what. */
export const brokenInGoogleSights: readonly BrokenAdapter[] = [
  {
    id: 'cites-words-where-they-stand-first',
    over,
    caughtBy: 'citation-spans-equal-wire',
    defect: 'Cited words are looked for from the beginning, and the first place that has them is told.',
    shows: ['cited-here-and-there/complete'],
    breakIt: withDefects(
      inReturnedContents((contents) =>
        contents.map((content) => {
          if (content.type !== 'text' || !content.annotations) return content;
          const { text } = content;
          const annotations = content.annotations.map(({ startIndex = 0, endIndex = text.length, ...rest }) => {
            const first = text.indexOf(text.slice(startIndex, endIndex));
            return { ...rest, startIndex: first, endIndex: first + endIndex - startIndex };
          });
          return { ...content, annotations };
        }),
      ),
    ),
  },
  {
    id: 'cites-beside-the-words',
    over,
    caughtBy: 'citation-spans-equal-wire',
    defect: 'Citations come in a piece without words behind the text that they are about.',
    shows: ['cited-here-and-there/complete', 'cited-answer/complete'],
    breakIt: withDefects(
      inReturnedContents((contents) =>
        contents.flatMap((content): Content[] => {
          if (content.type !== 'text' || !content.annotations) return [content];
          const annotations = content.annotations.map(({ startIndex: _, endIndex: __, ...rest }) => rest);
          return [
            { type: 'text', text: content.text },
            { type: 'text', text: '', annotations },
          ];
        }),
      ),
    ),
  },
  {
    id: 'tells-an-error-of-every-end',
    over,
    caughtBy: 'finish-reason-equals-wire',
    defect: 'Why an answer ended is told as an error, though it came to its end.',
    shows: both('ends-in-its-own-words', 'single-call'),
    breakIt: withDefects({
      response: (r) => ({
        ...r,
        messages: r.messages.map((m) => ({ ...m, contents: [...m.contents, endOf(r.finishReason)] })),
      }),
      update: (u) => [u.finishReason === undefined ? u : { ...u, contents: [...u.contents, endOf(u.finishReason)] }],
    }),
  },
  {
    id: 'knows-no-name-of-a-tool',
    over,
    caughtBy: 'hosted-tools-equal-wire',
    defect: 'Results of tools that the adapter has no word for are told under an empty name.',
    shows: both('parts-with-little-in-them'),
    breakIt: withDefects(
      inReturnedContents((contents) =>
        contents.map((c) =>
          c.type === 'hosted-tool-result' && c.tool === c.tool.toUpperCase() ? { ...c, tool: '' } : c,
        ),
      ),
    ),
  },
  {
    id: 'gives-results-to-the-last-call',
    over,
    caughtBy: 'call-ids-link',
    defect: 'The result of a hosted tool is told of the call that came last, whichever it names.',
    shows: ['parts-with-little-in-them/complete'],
    breakIt: withDefects({
      response: (r) => ({
        ...r,
        messages: r.messages.map((m) => {
          let last: string | undefined;
          const contents = m.contents.map((content) => {
            if (content.type === 'hosted-tool-call') last = content.callId;
            return content.type === 'hosted-tool-result' && last !== undefined ? { ...content, callId: last } : content;
          });
          return { ...m, contents };
        }),
      }),
    }),
  },
  {
    id: 'sends-credentials-that-are-none',
    over,
    caughtBy: 'tools-on-the-wire',
    defect: 'A server without a token is sent the word "undefined" for one.',
    shows: both('server-declared'),
    onTheWire: inSentBody((body) => ({
      ...body,
      tools: objects(body.tools).map((tool) => ({
        ...tool,
        mcpServers: objects(tool.mcpServers).map((server) => ({
          ...server,
          streamableHttpTransport: {
            ...Object(server.streamableHttpTransport),
            headers: { Authorization: 'Bearer undefined' },
          },
        })),
      })),
    })),
  },
  {
    id: 'tells-a-message-of-nothing',
    over,
    caughtBy: 'contents-say-something',
    defect: 'An answer without any part becomes a message without any content.',
    shows: ['nothing-but-thoughts/complete'],
    breakIt: withDefects({
      response: (r) => (r.messages.length > 0 ? r : { ...r, messages: [{ role: 'assistant', contents: [] }] }),
    }),
  },
  {
    id: 'waits-for-no-number',
    over,
    caughtBy: 'retries-told',
    defect: 'Where the provider does not say how long to wait, the time is worked out of nothing.',
    shows: both('schema-refused', 'gateway-fails'),
    breakIt: withErrors((error) => {
      const { status, code, retryable, retryAfter = Number.NaN } = error;
      return new ProviderError(error.message, { status, code, retryable, retryAfter });
    }),
  },
  {
    id: 'names-whole-answers-alone',
    over,
    caughtBy: 'stream-equals-complete',
    defect: 'What the provider calls the answer is told of a whole one, and of a stream never.',
    shows: ['single-call/stream'],
    breakIt: withDefects({
      update: ({ responseId: _, messageId: __, modelId: ___, ...rest }): ChatResponseUpdate[] => [rest],
    }),
  },
  {
    id: 'drops-files-at-addresses',
    over,
    caughtBy: 'files-equal-wire',
    defect: 'Files that are named by an address are left out, because there are no bytes.',
    shows: both('parts-with-little-in-them'),
    breakIt: withDefects(inReturnedContents((contents) => contents.filter(({ type }) => type !== 'uri'))),
  },
  {
    id: 'declares-a-list-of-no-functions',
    over,
    caughtBy: 'requests-acceptable',
    defect: 'The list of functions goes out where there are none.',
    shows: both('page-read'),
    onTheWire: inSentBody((body) => ({ ...body, tools: [{ functionDeclarations: [] }, ...objects(body.tools)] })),
  },
  {
    id: 'offers-what-it-refuses',
    over,
    caughtBy: 'refused-before-sending',
    defect: 'A tool that the other surface has is refused on this one, and named among those that work.',
    shows: ['a-data-store-on-the-other-surface/complete'],
    breakIt: withDefects({
      call: (client) => ({
        ...client,
        getResponse: (...asked) =>
          client.getResponse(...asked).catch((error: object) => {
            throw Object.assign(error, { supported: ['function', 'provider-specific "vertex-ai-search"'] });
          }),
      }),
    }),
  },
  {
    id: 'sends-results-as-they-come',
    over,
    caughtBy: 'results-on-the-wire',
    defect: 'Results of calls without ids go out in the order in which the functions were done.',
    shows: both('answered-in-another-order'),
    onTheWire: inSentContents((content) => {
      const parts = objects(content.parts);
      return [
        parts.some(({ functionResponse }) => functionResponse) ? { ...content, parts: parts.toReversed() } : content,
      ];
    }),
  },
  {
    id: 'loses-what-stands-beside-a-call',
    over,
    caughtBy: 'opaque-state-returned',
    defect: 'Of the part that holds a call only the call goes back, and its signature.',
    shows: both('answered-in-another-order'),
    onTheWire: inSentParts((part) => [without(part, 'partMetadata')]),
  },
];

const endOf = (reason: string | undefined): Content => ({ type: 'error', message: `The answer ended with ${reason}.` });
