/** Tools of an assistant in the words of the contract. Source: `AssistantTool` of `openai`, `resources/beta/assistants.d.ts`. */
import type { Json, JsonObject } from '../../../lib/canonical-json.ts';
import type { Tool } from '../../contract/index.ts';
import type { Unrecognized } from '../../facts/fact.ts';
import { asCount, asObject, otherMembers } from '../../wire/json.ts';
import type { WireReader } from '../../wire/reader.ts';
import { credentialsIn, header } from '../../wire/request-requirements.ts';
import { functionToolOf, textsOf, unreadOfTool } from '../../wire/requests.ts';
import type { Rule, RuleEvidence } from '../../wire/rules/rule.ts';
import { choiceIsDeclared, strictSchemas, toolNames } from '../../wire/rules/tools.ts';
import { readResponses } from '../../wire/runs/responses.ts';
import { createdResources, requestsIn, splitIntoCalls } from '../../wire/runs/server-state.ts';
import { normalizeCall } from '../families/runs/normalize-call.ts';
import { choicesIn, demandsOfRuns, namesIn, rulesOfMessages, rulesOfRuns, strictIn } from '../families/runs/rules.ts';
import { conditions } from './conditions.ts';

interface ToolReading {
  readonly tool: Tool;
  readonly unread: Unrecognized[];
}

/** What the contract cannot say of a declaration makes it raw; what it works with then has no place. */
function toolOf(declaration: JsonObject, resources: Json | undefined, path: string): ToolReading {
  switch (declaration.type) {
    case 'function':
      return functionOf(declaration, path);
    case 'code_interpreter': {
      const fileIds = textsOf(asObject(asObject(resources)?.code_interpreter)?.file_ids);
      const tool: Tool = { type: 'code-interpreter', ...(fileIds ? { fileIds } : {}) };
      return { tool, unread: unreadOfTool(declaration, new Set(['type']), path) };
    }
    case 'file_search':
      return fileSearchOf(declaration, asObject(asObject(resources)?.file_search) ?? {}, path);
    default:
      return raw(declaration);
  }
}

const raw = (declaration: JsonObject, unread: Unrecognized[] = []): ToolReading => ({
  tool: { type: 'raw', providerApi: 'openai-assistants', declaration },
  unread,
});

function functionOf(declaration: JsonObject, path: string): ToolReading {
  const { name, description, parameters, strict, ...others } = asObject(declaration.function) ?? {};
  const tool = functionToolOf({ name, description, parameters, strict });
  if (!tool || Object.keys(others).length > 0) return raw(declaration);
  return { tool, unread: unreadOfTool(declaration, new Set(['type', 'function']), path) };
}

function fileSearchOf(declaration: JsonObject, stores: JsonObject, path: string): ToolReading {
  const unread = otherMembers(stores, new Set(['vector_store_ids'])).map((name) => ({
    path,
    what: `tool_resources.file_search.${name}`,
  }));
  const settings = asObject(declaration.file_search) ?? {};
  const ranking = asObject(settings.ranking_options) ?? {};
  const unsayable = [
    ...otherMembers(declaration, new Set(['type', 'file_search'])),
    ...otherMembers(settings, new Set(['max_num_results', 'ranking_options'])),
    ...otherMembers(ranking, new Set(['score_threshold'])),
  ];
  const vectorStoreIds = textsOf(stores.vector_store_ids) ?? [];
  if (unsayable.length > 0) {
    return raw(declaration, vectorStoreIds.length > 0 ? [...unread, { path, what: 'stores of a raw tool' }] : unread);
  }
  const most = asCount(settings.max_num_results);
  const tool: Tool = {
    type: 'file-search',
    vectorStoreIds,
    ...(most ? { maximumResultCount: most } : {}),
    ...(typeof ranking.score_threshold === 'number' ? { scoreThreshold: ranking.score_threshold } : {}),
  };
  return { tool, unread };
}

// For what the Assistants API refuses a request.

const reference: RuleEvidence = {
  grade: 'documented',
  title: 'OpenAI API reference: assistants',
  url: 'https://platform.openai.com/docs/api-reference/assistants',
};

const rules: readonly Rule[] = [
  ...rulesOfRuns,
  ...rulesOfMessages,
  toolNames({
    form: /^[a-zA-Z0-9_-]{1,64}$/,
    inWords: '1 to 64 letters, digits, "_" and "-"',
    evidence: reference,
    namesIn,
  }),
  strictSchemas({
    evidence: {
      grade: 'documented',
      title: 'OpenAI: supported schemas of strict mode',
      url: 'https://platform.openai.com/docs/guides/structured-outputs#supported-schemas',
    },
    strictIn,
  }),
  choiceIsDeclared({ evidence: reference, choicesIn }),
];

const readRequests = requestsIn({ toolOf });

/** Reads the OpenAI Assistants API. A function that failed says so in its output's text: the wire has no flag for it. */
export const reader: WireReader = {
  providerApi: 'openai-assistants',
  demands: [credentialsIn('authorization'), header('openai-beta'), ...demandsOfRuns],
  rules,
  conditions,
  lacks: ['stopSequences', 'store', 'reasoning.budgetTokens'],
  readResponses,
  readRequests,
  made: createdResources,
  cancels: 'runs.cancel',
  callsOf: splitIntoCalls,
  retold: (call, earlier) => normalizeCall(call, readRequests(call, earlier)[0]),
};
