import { definitionsFromSmithy } from '../from-smithy.ts';
import type { WireSchemaSource } from '../source.ts';

const source = (id: string, title: string, sdk: string, roots: readonly string[]): WireSchemaSource => ({
  id,
  title,
  packages: [sdk],
  roots: [...roots, 'ServiceError'],
  read: () => definitionsFromSmithy(sdk),
});

export const bedrockRuntime: WireSchemaSource = source(
  'bedrock-runtime',
  'Amazon Bedrock Converse',
  '@aws-sdk/client-bedrock-runtime',
  ['ConverseRequest', 'ConverseResponse', 'ConverseStreamRequest', 'ConverseStreamOutput'],
);

export const bedrockAgentRuntime: WireSchemaSource = source(
  'bedrock-agent-runtime',
  'Amazon Bedrock Agents, where they are asked',
  '@aws-sdk/client-bedrock-agent-runtime',
  ['InvokeInlineAgentRequest', 'InlineAgentResponseStream', 'InvokeAgentRequest', 'ResponseStream'],
);

export const bedrockAgent: WireSchemaSource = source(
  'bedrock-agent',
  'Amazon Bedrock Agents, where they are made',
  '@aws-sdk/client-bedrock-agent',
  [
    ...['CreateAgentActionGroupRequest', 'CreateAgentActionGroupResponse', 'DeleteAgentActionGroupResponse'],
    ...['PrepareAgentResponse', 'GetAgentResponse'],
  ],
);
