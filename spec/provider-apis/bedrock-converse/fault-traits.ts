import type { EmptyEvent, FaultTraits, UnknownBlocks, UnknownTool } from '../../../recordings/faults/fault.ts';
import { eventFrame, kindOf } from '../../../recordings/faults/response-parts.ts';
import { emptied, optional } from '../../../recordings/faults/tolerance/empty-events.ts';
import { membersOf, newsInCamelCase, newWords, unknownNames } from '../../../recordings/faults/tolerance/insertions.ts';
import { listsByMember } from '../../../recordings/faults/tolerance/unknown-parts.ts';
import { newQuestion, within } from '../../../recordings/faults/tolerance/unknown-tools.ts';
import { awsFaults } from '../families/aws/fault-traits.ts';

const emptyEvents: readonly EmptyEvent[] = [
  {
    what: 'an empty delta',
    source: 'ContentBlockDelta of @aws-sdk/client-bedrock-runtime: any text',
    behind: (json, part) => {
      const delta = membersOf(json.delta);
      const input = emptied(membersOf(delta.toolUse), ['input']);
      const empty = emptied(delta, ['text']) ?? (input && { toolUse: input });
      return optional(empty && eventFrame(kindOf(part), { ...json, delta: empty }));
    },
  },
];

/** Source: `ConverseStreamOutput` of `@aws-sdk/client-bedrock-runtime`. */
const unknownBlocks: UnknownBlocks = {
  told: (contentBlockIndex) => [
    eventFrame('contentBlockStart', { contentBlockIndex, start: { [newsInCamelCase]: {} } }),
    eventFrame('contentBlockDelta', { contentBlockIndex, delta: { [newsInCamelCase]: newWords } }),
    eventFrame('contentBlockStop', { contentBlockIndex }),
  ],
  delta: (json, part) =>
    kindOf(part) === 'contentBlockDelta'
      ? [eventFrame('contentBlockDelta', { ...json, delta: { [newsInCamelCase]: newWords } })]
      : [],
};

const toolUseId = 'tooluse_later';
const use = { toolUseId, name: unknownNames, type: 'server_tool_use' };

/** Source: `ToolUseBlock.type`, `ToolResultBlock.type` of `@aws-sdk/client-bedrock-runtime`. */
const unknownTool: UnknownTool = {
  listed: (body) => {
    const output = membersOf(body.output);
    const message = within(
      membersOf(output.message),
      'content',
      { toolUse: { ...use, input: newQuestion } },
      { toolResult: { toolUseId, type: `${unknownNames}_result`, status: 'success', content: [{ text: newWords }] } },
    );
    return message && { ...body, output: { ...output, message } };
  },
  streamed: (contentBlockIndex) => {
    const next = contentBlockIndex + 1;
    const toolResult = { toolUseId, type: `${unknownNames}_result`, status: 'success' };
    return [
      eventFrame('contentBlockStart', { contentBlockIndex, start: { toolUse: use } }),
      eventFrame('contentBlockDelta', {
        contentBlockIndex,
        delta: { toolUse: { input: JSON.stringify(newQuestion) } },
      }),
      eventFrame('contentBlockStop', { contentBlockIndex }),
      eventFrame('contentBlockStart', { contentBlockIndex: next, start: { toolResult } }),
      eventFrame('contentBlockDelta', { contentBlockIndex: next, delta: { toolResult: [{ text: newWords }] } }),
      eventFrame('contentBlockStop', { contentBlockIndex: next }),
    ];
  },
};

/** Source: `ContentBlock` of `@aws-sdk/client-bedrock-runtime`. */
export const faults: FaultTraits = {
  ...awsFaults,
  emptyEvents,
  mixedLists: listsByMember('content'),
  blockNumber: 'contentBlockIndex',
  unknownBlocks,
  unknownTool,
  finishReason: 'stopReason',
};
