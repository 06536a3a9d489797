/** Defects over the Assistants API. */
import { isJsonObject, type Json, type JsonObject } from '../../files/canonical-json.ts';
import type { Tampering } from '../../recordings/transport/tampering.ts';
import type { ChatMessage, ChatOptions } from '../../spec/contract/index.ts';
import { type BrokenAdapter, inReturnedContents, withDefects } from './break.ts';
import { changed, inMember, inObjects, listOf } from './chat-bodies.ts';
import { inReadBody, inReadEvents, inSentBody } from './on-the-wire.ts';

const over = 'openai-assistants';

/** Ends that somebody forgot who thought of success and of functions. */
const otherEnds: ReadonlySet<Json> = new Set(['failed', 'expired', 'cancelled', 'incomplete']);

const goingOn = (run: JsonObject): JsonObject =>
  run.object === 'thread.run' && otherEnds.has(run.status ?? null)
    ? { ...run, status: 'completed', last_error: null, incomplete_details: null }
    : run;

export const brokenInAssistants: readonly BrokenAdapter[] = [
  {
    id: 'knows-one-end-of-a-run',
    modelledOn: ['B143'],
    caughtBy: 'errors-equal-wire',
    over,
    defect: 'A run that failed or expired is taken for one that is over, and its answer for an empty one.',
    shows: ['run-fails/complete', 'run-fails/stream', 'run-expires/complete', 'run-expires/stream'],
    onTheWire: {
      response: (response, request) => {
        const whole = inReadBody(goingOn).response?.(response, request) ?? response;
        const streamed = inReadEvents((events) => events.map((event) => changed(event, goingOn)));
        return streamed.response?.(whole, request) ?? whole;
      },
    },
  },
  {
    id: 'submits-one-output-of-several',
    caughtBy: 'requests-acceptable',
    over,
    defect: 'Outputs are submitted as they come, and not all at once, which is what a run waits for.',
    shows: ['parallel-calls/complete', 'parallel-calls/stream'],
    onTheWire: inSentBody((body) =>
      Array.isArray(body.tool_outputs) ? { ...body, tool_outputs: listOf(body.tool_outputs).slice(0, 1) } : body,
    ),
  },
  {
    id: 'submits-objects',
    caughtBy: 'requests-acceptable',
    over,
    defect: 'What a function gave is submitted as the object that it is, and not as text.',
    shows: ['single-call/complete', 'single-call/stream'],
    onTheWire: inSentBody((body) =>
      inObjects(body, 'tool_outputs', (output) => ({ ...output, output: parsed(output) })),
    ),
  },
  {
    id: 'submits-under-names',
    caughtBy: 'requests-acceptable',
    over,
    defect: 'Outputs are submitted under the name of the function in place of the id of the call.',
    shows: ['single-call/complete', 'parallel-calls/stream'],
    onTheWire: inSentBody((body) =>
      inObjects(body, 'tool_outputs', (output) => ({ ...output, tool_call_id: 'get_weather' })),
    ),
  },
  {
    id: 'demands-what-it-does-not-declare',
    caughtBy: 'requests-acceptable',
    over,
    defect: 'The function that must be called is demanded under another name than it is declared.',
    shows: ['choice-specific/complete', 'choice-specific/stream'],
    onTheWire: inSentBody((body) =>
      inMember(body, 'tool_choice', (choice) =>
        inMember(choice, 'function', ({ name }) => ({ name: `functions_${String(name)}` })),
      ),
    ),
  },
  {
    id: 'reads-one-page',
    caughtBy: 'requests-expected',
    over,
    defect: 'Of what a run did and wrote the first page is read, and nothing after it.',
    shows: ['works-in-many-steps/complete'],
    onTheWire: inReadBody((body) => (body.object === 'list' ? { ...body, has_more: false } : body)),
  },
  {
    id: 'asks-for-the-first-page-again',
    caughtBy: 'requests-complete',
    over,
    defect: 'The second page of a list is asked for as the first one was, and would be the first one again.',
    shows: ['works-in-many-steps/complete'],
    onTheWire: withoutParameter('after'),
  },
  {
    id: 'asks-for-all-of-the-thread',
    caughtBy: 'requests-complete',
    over,
    defect: 'The messages of the whole thread are asked for, however long it is, and not those of the run.',
    shows: ['single-call/complete', 'works-in-many-steps/complete'],
    onTheWire: withoutParameter('run_id'),
  },
  {
    id: 'does-not-say-that-it-is-an-image',
    caughtBy: 'files-equal-wire',
    over,
    defect: 'Images are told as files of which nobody knows what they are.',
    shows: ['works-in-many-steps/complete', 'works-in-many-steps/stream'],
    breakIt: withDefects(inReturnedContents((contents) => contents.map(unseen))),
  },
  {
    id: 'takes-cancelling-for-an-end',
    caughtBy: 'finish-reason-equals-wire',
    over,
    defect: 'A run that is being cancelled is taken for one that is over.',
    shows: ['run-cancelled/complete'],
    onTheWire: inReadBody((body) => (body.status === 'cancelling' ? { ...body, status: 'cancelled' } : body)),
  },
  {
    id: 'attaches-files-for-functions',
    caughtBy: 'requests-acceptable',
    over,
    defect: 'A file is attached for every tool that is declared, functions among them.',
    shows: ['papers-for-the-tools/complete', 'papers-for-the-tools/stream'],
    onTheWire: inSentBody((body) =>
      inObjects(body, 'attachments', (attachment) => ({
        ...attachment,
        tools: [...listOf(attachment.tools), { type: 'function' }],
      })),
    ),
  },
  {
    id: 'shows-every-file-as-an-image',
    caughtBy: 'attachments-on-the-wire',
    over,
    defect: 'A paper that the provider keeps is shown to the model as an image, which it is not.',
    shows: ['papers-kept-there/complete', 'papers-for-the-tools/stream'],
    onTheWire: inSentBody(({ attachments, ...body }) =>
      attachments === undefined
        ? body
        : {
            ...body,
            content: [
              ...listOf(body.content),
              ...listOf(attachments).map((one) => ({ type: 'image_file', image_file: { file_id: idOf(one) } })),
            ],
          },
    ),
  },
  {
    id: 'keeps-the-budget-to-itself',
    caughtBy: 'options-on-the-wire',
    over,
    defect: 'A budget for thoughts, which the API has no member for, is dropped without a word.',
    shows: ['thinks-within-a-budget/complete', 'thinks-within-a-budget/stream'],
    breakIt: withDefects({
      request: (messages, { reasoning, ...options }) => [messages, withoutBudget(options, reasoning)],
    }),
  },
  {
    id: 'warns-in-streams-alone',
    caughtBy: 'options-on-the-wire',
    over,
    defect: 'What the API has no member for is dropped, and only a stream says so.',
    shows: ['settings/complete'],
    breakIt: withDefects({ response: (response) => ({ ...response, warnings: [] }) }),
  },
];

const withoutBudget = (options: ChatOptions, reasoning: ChatOptions['reasoning']): ChatOptions => {
  const { budgetTokens: _, ...rest } = reasoning ?? {};
  return { ...options, reasoning: rest };
};

function parsed({ output }: JsonObject): Json {
  try {
    const value: Json = JSON.parse(String(output));
    return isJsonObject(value) ? value : (output ?? null);
  } catch {
    return output ?? null;
  }
}

/** A defect by which a parameter of the query is left out. */
function withoutParameter(name: string): Tampering {
  return {
    request: (request) => {
      const url = new URL(request.url);
      url.searchParams.delete(name);
      return { ...request, url: url.href };
    },
  };
}

type Content = ChatMessage['contents'][number];

/** A content that does not say that it is an image, at any depth. */
function unseen(content: Content): Content {
  if (content.type === 'hosted-tool-result') return { ...content, outputs: content.outputs.map(withoutType) };
  return withoutType(content);
}

function withoutType<C extends Content>(content: C): C {
  if (content.type !== 'hosted-file') return content;
  const { mediaType: _, ...file } = content;
  return file as C;
}

function idOf(attachment: Json): Json {
  return isJsonObject(attachment) ? (attachment.file_id ?? null) : null;
}
