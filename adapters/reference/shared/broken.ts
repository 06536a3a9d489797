/** Defects of what every provider API has a rule for: the same in all of its columns. */
import type { ChatMessage } from '../../../spec/contract/index.ts';
import { broken, by, type Defect } from '../../broken/broken-adapter.ts';
import { all, change, drop, type Operation, set } from '../../broken/operations.ts';

/** Lays a defect over provider APIs; one with another conversation than the usual names it. */
const over = (
  id: string,
  places: Readonly<Record<string, string>>,
  { title, ...defect }: Omit<Defect, 'caught'>,
  check = 'request-provider-rules',
) =>
  Object.entries(places).flatMap(([providerApi, scenario]) =>
    broken(providerApi, {
      [`${id}-on-${providerApi}`]: {
        title,
        caught: by(check, ...scenario.split(' ')),
        phase: 'request',
        ...defect,
      },
    }),
  );

/** Provider APIs with the scenario that shows a defect there. */
const places = (scenario: string, providerApis: readonly string[]) =>
  Object.fromEntries(providerApis.map((id) => [id, scenario]));

/** Provider APIs whose conversations have the usual names; Anthropic and Converse have some of these defects in their own files. */
const agents = ['azure-foundry-agents', 'azure-foundry-v2'];
const most = [
  ...[...agents, 'google', 'google-interactions', 'mistral', 'mistral-chat', 'openai-assistants', 'openai-chat'],
  'openai-responses',
];

/** Where declarations of functions stand, in all columns. */
const functions = [
  'tools[type=function]',
  'tools[].function',
  'tools[].functionDeclarations[]',
  'actionGroups[].functionSchema.functions[]',
  'definition.tools[type=function]',
];
const choices = ['tool_choice', 'tool_choice.function', 'definition.tool_choice', 'toolConfig.toolChoice.tool'];

const at = (paths: readonly string[], to: (path: string) => Operation): Operation => all(...paths.map(to));

/** Messages without calls that have no result, and without results that have no call. */
function withoutLoneHalves(said: unknown): ChatMessage[][] {
  const messages = said as ChatMessage[];
  const all = messages.flatMap(({ contents }) => contents);
  const idsOf = (type: string) => all.flatMap((one) => (one.type === type && 'callId' in one ? one.callId : []));
  const calls = new Set(idsOf('function-call'));
  const results = new Set(idsOf('function-result'));
  const isLone = (one: (typeof all)[number]): boolean =>
    (one.type === 'function-call' && !results.has(one.callId)) ||
    (one.type === 'function-result' && !calls.has(one.callId));
  return [messages.map((message) => ({ ...message, contents: message.contents.filter((one) => !isLone(one)) }))];
}

export const brokenEverywhere = [
  ...over(
    'omits-content-type',
    { ...places('call-single', [...most, 'bedrock-converse', 'xai-responses']), 'bedrock-agents': 'call-single-flat' },
    { title: 'JSON body is sent as text/plain', requestHeaders: set('[content-type].content-type', 'text/plain') },
  ),
  ...over(
    'adds-server-title-to-names',
    { ...places('call-single', most), 'bedrock-agents': 'call-single-flat' },
    {
      title: 'Function names start with a name containing spaces',
      sent: at(functions, (path) => change(`${path}.name`, (name) => `Weather Service__${name}`)),
    },
  ),
  ...over(
    'chooses-undeclared-name',
    places('tool-choice-function', [
      ...agents,
      'bedrock-converse',
      'mistral-chat',
      'openai-responses',
      'xai-responses',
    ]),
    {
      title: 'Chosen function is named with its namespace',
      sent: at(choices, (path) => change(`${path}.name`, (name) => `functions_${name}`)),
    },
  ),
  ...over('hardcodes-strict', places('call-single', ['azure-foundry-v2', 'openai-assistants']), {
    title: 'Every function is declared strict',
    sent: at(functions, (path) => set(`${path}.strict`, true)),
  }),
  ...over(
    'speaks-while-calls-wait',
    places('reject-message-while-waiting', [...agents, 'openai-assistants']),
    { title: 'A message is sent while calls wait', messages: drop('[].contents[type=function-call]') },
    'rejects-before-sending',
  ),
  ...over(
    'drops-lone-halves',
    places('reject-result-orphaned reject-call-unanswered', [
      ...[
        'anthropic',
        'azure-foundry-v2',
        'bedrock-converse',
        'google',
        'google-interactions',
        'mistral',
        'mistral-chat',
      ],
      ...['openai-chat', 'openai-responses', 'xai-responses'],
    ]),
    { title: 'A lone call or result is dropped in silence', messages: withoutLoneHalves },
    'rejects-before-sending',
  ),
];
