/** Defects that show where an answer holds what nobody knew when the adapter was written, or says nothing for a while. */
import type { JsonObject } from '../../files/canonical-json.ts';
import type { Content } from '../../spec/contract/index.ts';
import { type BrokenAdapter, withDefects } from './break.ts';
import { itemsOf, membersOf } from './json-members.ts';
import { inReadBody, inReadEvents, inReadFrames, type ReadEvent } from './on-the-wire.ts';

const dataOf = ({ data }: ReadEvent): JsonObject => {
  try {
    return membersOf(JSON.parse(data));
  } catch {
    return {};
  }
};

/** Everything before the first that is not as it should be. */
const until = <T>(pieces: readonly T[], isStrange: (piece: T) => boolean): readonly T[] => {
  const at = pieces.findIndex(isStrange);
  return at < 0 ? pieces : pieces.slice(0, at);
};

const anthropicEvents =
  /^(message_start|message_delta|message_stop|content_block_start|content_block_delta|content_block_stop|ping|error)$/;
const converseEvents = /^(messageStart|messageStop|metadata|contentBlock(Start|Delta|Stop)|.*Exception)$/;
const anthropicTools =
  /^(web_search|web_fetch|code_execution|bash_code_execution|text_editor_code_execution|web-search|web-fetch|code-interpreter|mcp)/;

const toolCallOf = (event: ReadEvent): JsonObject =>
  membersOf(itemsOf(membersOf(membersOf(itemsOf(dataOf(event).choices)[0]).delta).tool_calls)[0]);

/** The same chunk, whose one piece of a call is changed. */
function withToolCall(event: ReadEvent, change: (call: JsonObject) => JsonObject): ReadEvent {
  const chunk = dataOf(event);
  const [choice = {}] = itemsOf(chunk.choices);
  const delta = { ...membersOf(choice.delta), tool_calls: [change(toolCallOf(event))] };
  return { ...event, data: JSON.stringify({ ...chunk, choices: [{ ...choice, delta }] }) };
}

const isKnownTool = (content: Content): boolean =>
  !content.type.startsWith('hosted-tool') || ('tool' in content && anthropicTools.test(content.tool));

export const brokenInTolerance: readonly BrokenAdapter[] = [
  {
    id: 'ends-at-an-unknown-event',
    caughtBy: 'errors-equal-wire',
    defect: 'A stream is over where an event comes that is not on the list.',
    shows: ['function-calling/fault-unknown-events/stream'],
    onTheWire: inReadEvents((events) => until(events, ({ event = '' }) => !anthropicEvents.test(event))),
  },
  {
    id: 'ends-at-an-unknown-frame',
    caughtBy: 'errors-equal-wire',
    defect: 'A stream of frames is over where one comes whose type is not on the list.',
    over: 'bedrock-converse',
    shows: ['function-calling/fault-unknown-events/stream'],
    onTheWire: inReadFrames((frames) => until(frames, ({ type }) => !converseEvents.test(type))),
  },
  {
    id: 'wants-a-choice-in-every-chunk',
    caughtBy: 'errors-equal-wire',
    defect: 'A stream is over where a chunk comes that has no choices.',
    over: 'openai-chat',
    shows: ['function-calling/fault-idle-events/stream'],
    onTheWire: inReadEvents((events) =>
      until(events, (event) => Array.isArray(dataOf(event).choices) && itemsOf(dataOf(event).choices).length === 0),
    ),
  },
  {
    id: 'takes-an-empty-piece-for-the-end',
    caughtBy: 'calls-equal-wire',
    defect: 'Where a piece of the arguments is empty, those that follow it are lost.',
    over: 'openai-chat',
    shows: ['function-calling/fault-idle-events/stream'],
    onTheWire: inReadEvents((events) => {
      const over = new Set<unknown>();
      return events.map((event) => {
        const { index, function: of } = toolCallOf(event);
        const isOver = over.has(index);
        if (membersOf(of).arguments === '' && membersOf(of).name === undefined) over.add(index);
        return isOver && of ? withToolCall(event, (call) => ({ ...call, function: { arguments: '' } })) : event;
      });
    }),
  },
  {
    id: 'adds-to-the-call-that-began-last',
    caughtBy: 'calls-equal-wire',
    defect: 'Pieces of arguments are added to the call that began last, whatever number they bear.',
    over: 'openai-chat',
    shows: ['function-calling/fault-idle-events/stream'],
    onTheWire: inReadEvents((events) => {
      let last: JsonObject = {};
      return events.map((event) => {
        const { index, id } = toolCallOf(event);
        if (index === undefined) return event;
        if (id !== undefined) last = { index };
        return withToolCall(event, (call) => ({ ...call, ...last }));
      });
    }),
  },
  {
    id: 'takes-an-unknown-block-for-text',
    caughtBy: 'text-equals-wire',
    defect: 'A content block of a kind that is not known is shown to the user as it was sent.',
    shows: ['function-calling/fault-unknown-parts/complete'],
    onTheWire: inReadBody((body) => ({
      ...body,
      content: itemsOf(body.content).map((block) =>
        block.type === 'added_later' ? { type: 'text', text: JSON.stringify(block) } : block,
      ),
    })),
  },
  {
    id: 'reads-the-last-item-alone',
    caughtBy: 'text-equals-wire',
    defect: 'The message is taken from the last place of the output, whatever stands there.',
    over: 'openai-responses',
    shows: ['function-calling/fault-unknown-parts/complete'],
    onTheWire: inReadBody((body) => {
      const last = itemsOf(body.output).at(-1);
      return last?.type === 'added_later' ? { ...body, output: [last] } : body;
    }),
  },
  {
    id: 'finds-blocks-by-their-place',
    caughtBy: 'errors-equal-wire',
    defect: 'Of a block that is not known the start is passed over, and what follows is added to the block before it.',
    shows: ['function-calling/fault-unknown-parts/stream'],
    onTheWire: inReadEvents((events) => {
      let unknown = 0;
      return events.flatMap((event) => {
        const data = dataOf(event);
        if (membersOf(data.content_block).type === 'added_later') {
          unknown += 1;
          return [];
        }
        if (typeof data.index !== 'number' || unknown === 0) return [event];
        const delta = membersOf(data.delta);
        const added = delta.type === 'added_later_delta' ? { delta: { type: 'text_delta', text: '?' } } : {};
        return [{ ...event, data: JSON.stringify({ ...data, index: Math.max(0, data.index - unknown), ...added }) }];
      });
    }),
  },
  {
    id: 'drops-tools-that-are-new',
    caughtBy: 'hosted-tools-equal-wire',
    defect: 'What a tool of the provider did is dropped where the tool is not on the list.',
    shows: ['web-search/fault-unknown-tools/complete', 'web-search/fault-unknown-tools/stream'],
    breakIt: withDefects({
      response: (response) => ({
        ...response,
        messages: response.messages.map((m) => ({ ...m, contents: m.contents.filter(isKnownTool) })),
      }),
      update: (update) => [{ ...update, contents: update.contents.filter(isKnownTool) }],
    }),
  },
  {
    id: 'takes-any-end-for-a-good-one',
    caughtBy: 'finish-reason-equals-wire',
    defect: 'A reason to end that is not on the list is told as a stop.',
    over: 'google',
    shows: ['function-calling/fault-new-reasons/complete'],
    onTheWire: inReadBody((body) => ({
      ...body,
      candidates: itemsOf(body.candidates).map((candidate) => ({
        ...candidate,
        ...(candidate.finishReason === 'ADDED_LATER' ? { finishReason: 'STOP' } : {}),
      })),
    })),
  },
  {
    id: 'takes-null-for-a-value',
    caughtBy: 'calls-equal-wire',
    defect: 'A call whose set of tools is null is passed over as one of a set that is not known.',
    shows: ['function-calling/fault-nulls/complete'],
    onTheWire: inReadBody((body) => ({
      ...body,
      content: itemsOf(body.content).filter((block) => block.type !== 'tool_use' || block.toolset_name !== null),
    })),
  },
];
