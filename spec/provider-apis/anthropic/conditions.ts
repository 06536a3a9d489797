/** What the Messages API answers to what. */

import type { Conditions, Presupposition } from '../../wire/conditions.ts';
import { serverSentEvents } from '../../wire/events.ts';
import { asObject, jsonOf } from '../../wire/json.ts';
import {
  type AnswerRule,
  callsAreSingle,
  choiceIsKept,
  formatIsKept,
  limitIsSaid,
  ofEvents,
  stopIsKept,
  strictArguments,
} from '../../wire/rules/answers.ts';
import type { RuleEvidence } from '../../wire/rules/rule.ts';

const tools = {
  title: 'Claude: tool reference',
  url: 'https://platform.claude.com/docs/agents-and-tools/tool-use/tool-reference',
};

const answeredBy = (block: string, request: string, has = ''): Presupposition => ({
  answer: ['content.*.type', 'content_block.type'],
  is: new RegExp(`^${block}$`),
  request: [request],
  has: new RegExp(`^${has}`),
  source: tools,
});

export const conditions: readonly Conditions[] = [
  {
    operations: ['messages.create'],
    repeatedIn: ['message'],
    members: { model: { as: 'version' } },
    presupposes: [
      answeredBy('tool_use', 'tools.*'),
      answeredBy('mcp_tool_(use|result)', 'mcp_servers.*.name'),
      answeredBy('web_search_tool_result', 'tools.*.type', 'web_search_'),
      answeredBy('web_fetch_tool_result', 'tools.*.type', 'web_fetch_'),
      answeredBy(
        '(bash_|text_editor_)?code_execution_tool_result',
        'tools.*.type',
        '(code_execution|web_(search|fetch))_',
      ),
      answeredBy('tool_search_tool_result', 'tools.*.type', 'tool_search_'),
    ],
    source: {
      title: 'Claude API reference: create a message',
      url: 'https://platform.claude.com/docs/api/messages/create',
    },
  },
];

const documented = (title: string, page: string): RuleEvidence => ({
  grade: 'documented',
  title: `Claude docs, ${title}`,
  url: `https://platform.claude.com/docs/en/${page}`,
});
const toolUse = documented('define tools, tool_choice', 'agents-and-tools/tool-use/define-tools');
const structuredOutputs = documented('structured outputs', 'build-with-claude/structured-outputs');
const stopReasons = documented('stop reasons', 'build-with-claude/handling-stop-reasons');

/** What answers keep to. */
export const answerRules: readonly AnswerRule[] = [
  ...choiceIsKept({ evidence: toolUse }),
  callsAreSingle({ evidence: toolUse }),
  formatIsKept({ evidence: structuredOutputs }),
  strictArguments({ evidence: structuredOutputs }),
  stopIsKept({ evidence: stopReasons }),
  limitIsSaid({ evidence: stopReasons }),
  {
    id: 'stop-sequence-said',
    what: 'A response has a stop sequence just where its stop reason is "stop_sequence".',
    impact: 'loses',
    evidence: stopReasons,
    judge: ({ exchange: { response } }) => {
      const whole = asObject(jsonOf(response.body));
      const told = whole
        ? [{ path: 'response.body', said: whole }]
        : serverSentEvents(response.body.text).flatMap(({ json }, i) => {
            const delta = asObject(asObject(json)?.delta);
            return delta?.stop_reason === undefined ? [] : [{ path: `response.events[${i}].delta`, said: delta }];
          });
      const wrong = told.filter(
        ({ said }) => (said.stop_reason === 'stop_sequence') !== (typeof said.stop_sequence === 'string'),
      );
      return {
        compared: told.length,
        breaches: wrong.map(({ path, said: { stop_reason: reason, stop_sequence: sequence } }) => ({
          path: `${path}.stop_reason`,
          value: reason,
          message: `the stop reason is ${JSON.stringify(reason)} beside ${typeof sequence === 'string' ? 'a' : 'no'} stop sequence`,
        })),
      };
    },
  },
  ofEvents({
    id: 'blocks-in-turn',
    what: 'The content blocks of a stream come one after the other: one stops before the next starts.',
    impact: 'breaks',
    evidence: documented('streaming messages', 'build-with-claude/streaming'),
    wrong: (events) => {
      let open: unknown;
      return events.flatMap(({ type, data, path }) => {
        const before = open;
        if (type === 'content_block_start') open = data.index ?? null;
        if (type === 'content_block_stop' && data.index === open) open = undefined;
        const isOther = /^content_block_(delta|stop)$/.test(type) && data.index !== before;
        if (type === 'content_block_start' && before !== undefined)
          return [{ path, message: 'a content block starts before the one before it stops' }];
        return isOther && before === undefined
          ? [{ path, message: 'an event is of a content block that is not open' }]
          : [];
      });
    },
  }),
];
