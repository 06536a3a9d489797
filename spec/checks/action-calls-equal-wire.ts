import { type Check, contractSource } from './check.ts';
import { factsEqualWire } from './lib/fact-check.ts';

export const check: Check = {
  id: 'action-calls-equal-wire',
  level: 'MUST',
  title:
    'Every action that the wire asks for is returned, whole and in order, with its id and its safety checks, and no other.',
  reason:
    'The application acts on a real screen, shell or file: an action that is lost, changed or stripped of its safety checks does the wrong thing there.',
  sources: [
    contractSource,
    {
      title: 'OpenAI: computer use, acknowledging safety checks',
      url: 'https://platform.openai.com/docs/guides/tools-computer-use',
    },
    {
      title: 'Anthropic: computer use tool',
      url: 'https://platform.claude.com/docs/en/agents-and-tools/tool-use/computer-use-tool',
    },
  ],
  judge: factsEqualWire(['action-call']),
};
