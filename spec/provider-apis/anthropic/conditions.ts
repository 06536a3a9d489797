/** What the Messages API answers to what. */
import type { Conditions, Presupposition } from '../../wire/conditions.ts';

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
