import type { JsonObject } from '../../../lib/canonical-json.ts';
import { asArray, asObject, asString } from '../../wire/json.ts';
import { type Asked, defineRule, type Rule, type RuleEvidence } from '../../wire/rules/rule.ts';
import { toolNames } from '../../wire/rules/tools.ts';
import { agentOf, asksModel, statusIn } from './draft.ts';
import { lastOf, returnedBy, sessionAsked } from './session.ts';
import { readInvocation } from './trace.ts';

const reference = (type: string): RuleEvidence => ({
  grade: 'documented',
  title: `Amazon Bedrock API reference: ${type}`,
  url: `https://docs.aws.amazon.com/bedrock/latest/APIReference/API_${type}.html`,
});

/** For what InvokeInlineAgent, InvokeAgent and CreateAgentActionGroup answer with a ValidationException. */
export const rules: readonly Rule[] = [
  toolNames({
    form: /^([0-9a-zA-Z][_-]?){1,100}$/,
    inWords: 'up to 100 letters and digits, each followed by at most one "_" or "-"',
    evidence: reference('agent-runtime_FunctionDefinition'),
    namesIn: (asked) =>
      groupsIn(asked).flatMap(({ path, group }) => [
        { path: `${path}.actionGroupName`, value: group.actionGroupName },
        ...functionsIn(group).map(({ name }, i) => ({
          path: `${path}.functionSchema.functions[${i}].name`,
          value: name,
        })),
      ]),
  }),
  defineRule({
    id: 'builtin-action-group-members',
    what: 'A predefined action group has no description, schema or executor.',
    evidence: reference('agent-runtime_AgentActionGroup'),
    placesOf: (asked) =>
      groupsIn(asked).flatMap(({ path, group }) =>
        group.parentActionGroupSignature === undefined ? [] : [{ path, value: group }],
      ),
    wrong: (group) => {
      const own = ['description', 'apiSchema', 'functionSchema', 'actionGroupExecutor'];
      const given = own.filter((name) => (group[name] ?? null) !== null);
      return given.length === 0 ? undefined : `a predefined action group has ${given.join(' and ')}`;
    },
  }),
  defineRule({
    id: 'session-id-format',
    what: 'A session id has 2 to 100 letters, digits, ".", "_", ":" and "-".',
    evidence: reference('agent-runtime_InvokeInlineAgent'),
    placesOf: ({ exchange }) => (asksModel(exchange) ? [{ path: 'url', value: sessionAsked(exchange) }] : []),
    wrong: (session) =>
      session !== undefined && /^[0-9a-zA-Z._:-]{2,100}$/.test(session)
        ? undefined
        : `${JSON.stringify(session ?? null)} is no id of a session`,
  }),
  defineRule({
    id: 'instruction-length',
    what: 'An inline agent has an instruction of at least 40 characters.',
    evidence: reference('agent-runtime_InvokeInlineAgent'),
    placesOf: ({ exchange, body }) =>
      exchange.operation === 'invokeInlineAgent' ? [{ path: 'body.instruction', value: body.instruction }] : [],
    wrong: (instruction) =>
      typeof instruction === 'string' && instruction.length >= 40
        ? undefined
        : 'the instruction of an agent is missing, or has fewer than 40 characters',
  }),
  defineRule({
    id: 'result-invocation-current',
    what: 'Results name the last invocation that returned control.',
    evidence: reference('agent-runtime_SessionState'),
    placesOf: (asked) => {
      const { exchange, earlier } = asked;
      const state = stateIn(asked);
      const results = asArray(state?.returnControlInvocationResults) ?? [];
      const last = lastOf(earlier.filter(asksModel), sessionAsked(exchange));
      if (!state || !last || results.length === 0) return [];
      return [{ path: stateName(asked), value: { state, returned: returnedBy(last) } }];
    },
    wrong: ({ state, returned }) => {
      if (!returned) return 'the request has results, and the session did not return control';
      return asString(state.invocationId) === returned.invocationId
        ? undefined
        : `the results are for the invocation ${JSON.stringify(state.invocationId ?? null)}, and ${JSON.stringify(returned.invocationId)} returned control`;
    },
  }),
  defineRule({
    id: 'result-collaborator-named',
    what: 'The result of a call by a collaborator names that agent.',
    evidence: {
      grade: 'documented',
      title: 'The service, of a supervisor: "Unexpected actionGroup: … or function: … encountered for invocationId: …"',
      url: 'https://github.com/aws/aws-sdk-js-v3/issues/6840',
    },
    placesOf: (asked) => {
      const last = lastOf(asked.earlier.filter(asksModel), sessionAsked(asked.exchange));
      const called = ((last && returnedBy(last))?.invocations ?? []).filter(({ isCollaborator }) => isCollaborator);
      return (asArray(stateIn(asked)?.returnControlInvocationResults) ?? []).flatMap((value, i) => {
        const [member = '', inner] = Object.entries(asObject(value) ?? {})[0] ?? [];
        const result = asObject(inner) ?? {};
        const { actionGroup = '', name = '' } = readInvocation(result) ?? {};
        const own = called.find((call) => call.actionGroup === actionGroup && call.name === name);
        const path = `${stateName(asked)}.returnControlInvocationResults[${i}].${member}.agentId`;
        return own ? [{ path, value: { said: result.agentId ?? null, agent: own.agentId ?? null } }] : [];
      });
    },
    wrong: ({ said, agent }) =>
      said === agent
        ? undefined
        : `the agent ${JSON.stringify(agent)} returned control, and the result names ${JSON.stringify(said)}`,
  }),
  defineRule({
    id: 'agent-draft-idle',
    what: 'An agent accepts no changes while it is in preparation.',
    evidence: {
      grade: 'documented',
      title: 'Terraform: "Prepare operation can\'t be performed on Agent when it is in Preparing state"',
      url: 'https://github.com/hashicorp/terraform-provider-aws/issues/42845',
    },
    placesOf: ({ exchange, earlier }) => {
      if (!changes.has(exchange.operation)) return [];
      const ofAgent = earlier.filter((each) => agentOf(each) === agentOf(exchange));
      return [{ path: 'url', value: ofAgent.flatMap((each) => statusIn(each) ?? []).at(-1) }];
    },
    wrong: (status) =>
      status === 'PREPARING' ? 'the agent changes while its last known state is "PREPARING"' : undefined,
  }),
];

/** Operations that a draft does not take while something is being done to it. */
const changes = new Set(['createAgentActionGroup', 'deleteAgentActionGroup', 'prepareAgent']);

/** The two operations call the same state by two names. */
const stateName = ({ exchange }: Asked): string =>
  `body.${exchange.operation === 'invokeInlineAgent' ? 'inlineSessionState' : 'sessionState'}`;

const stateIn = (asked: Asked): JsonObject | undefined => asObject(asked.body[stateName(asked).slice('body.'.length)]);

/** Action groups that a request declares: those of an agent that it declares itself, or the one that an agent is given. */
function groupsIn({ exchange, body }: Asked): { path: string; group: JsonObject }[] {
  if (exchange.operation === 'createAgentActionGroup') return [{ path: 'body', group: body }];
  return (asArray(body.actionGroups) ?? []).map((group, i) => ({
    path: `body.actionGroups[${i}]`,
    group: asObject(group) ?? {},
  }));
}

const functionsIn = ({ functionSchema }: JsonObject): JsonObject[] =>
  (asArray(asObject(functionSchema)?.functions) ?? []).map((definition) => asObject(definition) ?? {});
