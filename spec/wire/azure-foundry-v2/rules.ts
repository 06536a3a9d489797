import { asObject } from '../json.ts';
import { rules as responsesRules } from '../responses/rules.ts';
import { type Rule, ruleOver } from '../rules/rule.ts';

/** What the definition of an agent holds, and a request beside it may not. Source: `PromptAgentDefinition` of `@azure/ai-projects`. */
const ofTheAgent = ['tools', 'tool_choice', 'instructions'];

const agents = ruleOver({
  id: 'agent-named',
  what: 'A request names the agent that answers as "agent_reference", by its name.',
  source: {
    title: 'Azure/azure-rest-api-specs: AgentReference',
    url: 'https://github.com/Azure/azure-rest-api-specs/tree/main/specification/ai-foundry/data-plane/Foundry/src/openai-responses',
  },
  placesOf: ({ body }) => [
    ...(body.agent === undefined ? [] : [{ path: 'body.agent', value: null }]),
    ...(body.agent_reference === undefined ? [] : [{ path: 'body.agent_reference', value: body.agent_reference }]),
  ],
  wrong: (reference) => {
    if (reference === null) return 'an agent is named by its earlier name, which the service no longer takes';
    const { type, name } = asObject(reference) ?? {};
    if (type !== 'agent_reference') return 'the reference has another type than "agent_reference"';
    return typeof name === 'string' && name !== '' ? undefined : 'the reference names no agent';
  },
});

const nothingBeside = ruleOver({
  id: 'nothing-beside-an-agent',
  what: 'What the definition of an agent holds does not stand beside it again.',
  source: {
    title: 'The service: "Not allowed when agent is specified."',
    url: 'https://github.com/microsoft/agent-framework/issues/5130',
  },
  placesOf: ({ body }) =>
    body.agent_reference === undefined
      ? []
      : ofTheAgent.map((member) => ({ path: `body.${member}`, value: body[member] })),
  wrong: (value) => (value === undefined ? undefined : 'it is not allowed where an agent is named'),
});

/** For what Azure AI Foundry refuses a request. */
export const rules: readonly Rule[] = [...responsesRules, agents, nothingBeside];
