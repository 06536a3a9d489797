/** Rules of Converse about `toolConfig`: what is declared, and what of it must or may be called. */
import type { Json, JsonObject } from '../../../files/canonical-json.ts';
import { asArray, asObject, asString } from '../json.ts';
import { type Rule, ruleOver } from '../rules/rule.ts';
import { choiceIsDeclared } from '../rules/tools.ts';
import type { Source } from '../source.ts';
import { blocksIn, functionsIn } from './request-places.ts';
import { inside, memberOf } from './union.ts';

const choices: Source = {
  title: 'Amazon Bedrock Runtime: ToolChoice',
  url: 'https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_ToolChoice.html',
};

export const toolRules: readonly Rule[] = [
  ruleOver({
    id: 'tools-with-their-history',
    what: 'Where messages hold calls or results, toolConfig is there, and a toolConfig declares a tool.',
    source: {
      title: 'Converse: "The toolConfig field must be defined when using toolUse and toolResult content blocks"',
      url: 'https://github.com/elastic/kibana/pull/277821',
    },
    placesOf: ({ body }) => {
      const hasHistory = [...blocksIn(body, 'toolUse'), ...blocksIn(body, 'toolResult')].length > 0;
      const config = body.toolConfig ?? null;
      return config === null && !hasHistory ? [] : [{ path: 'body.toolConfig', value: config }];
    },
    wrong: (config: Json) => {
      if (config === null) return 'messages hold calls or results, and there is no toolConfig';
      return (asArray(inside(config).tools) ?? []).length === 0 ? 'toolConfig declares no tool' : undefined;
    },
  }),
  ruleOver({
    id: 'schemas-are-objects',
    what: 'The schema of a function is of the type "object", and its properties, where it has the member, are an object.',
    source: {
      title:
        'Converse: "The value at inputSchema.json.type must be one of the following: object", "$.properties: null found"',
      url: 'https://github.com/bytedance/UI-TARS-desktop/issues/770',
    },
    placesOf: ({ body }) =>
      functionsIn(body).map(({ path, tool }) => ({
        path: `${path}.inputSchema.json`,
        value: inside(tool.inputSchema).json,
      })),
    wrong: (value) => {
      const schema = asObject(value);
      if (schema?.type !== 'object') return 'the schema of a function is not of the type "object"';
      if ('properties' in schema && !asObject(schema.properties)) return 'the properties of a schema are no object';
      return undefined;
    },
  }),
  ruleOver({
    id: 'tool-choice-form',
    what: 'A tool choice is auto, any, or a tool by its name.',
    source: choices,
    placesOf: ({ body }) => choiceIn(body).map((value) => ({ path: choicePath, value })),
    wrong: (choice) => {
      const [kind = '', value = null] = memberOf(choice) ?? [];
      const isKnown = kind === 'tool' ? asString(inside(value).name) !== undefined : kind === 'auto' || kind === 'any';
      return isKnown ? undefined : `${JSON.stringify(choice)} is none of auto, any and a tool by its name`;
    },
  }),
  choiceIsDeclared({
    source: choices,
    choicesIn: ({ body }) =>
      forcedIn(body).map((choice) => {
        const [, value = null] = memberOf(choice) ?? [];
        return { path: choicePath, name: asString(inside(value).name), declared: declaredIn(body) };
      }),
  }),
  ruleOver({
    id: 'tool-not-forced',
    what: 'No tool is forced on a model that thinks, or that refuses to be forced.',
    source: {
      title: 'Claude: extended thinking with tool use; Claude Opus 5.5 on Converse',
      url: 'https://github.com/vercel/ai/issues/21364',
    },
    placesOf: ({ body, exchange }) =>
      forcedIn(body).map(() => ({ path: choicePath, value: { body, url: exchange.request.url } })),
    wrong: ({ body, url }) => {
      const thinking = asString(inside(inside(body.additionalModelRequestFields).thinking).type);
      if (thinking !== undefined && thinking !== 'disabled') return 'a tool is forced while the model is told to think';
      return /claude-opus-5-5/.test(url) ? 'a tool is forced on a model that refuses to be forced' : undefined;
    },
  }),
];

const choicePath = 'body.toolConfig.toolChoice';

const choiceIn = ({ toolConfig }: JsonObject): JsonObject[] => {
  const choice = inside(toolConfig).toolChoice ?? null;
  return choice === null ? [] : [inside(choice)];
};

/** A choice that forces a tool. */
const forcedIn = (body: JsonObject): JsonObject[] =>
  choiceIn(body).filter((choice) => {
    const [kind] = memberOf(choice) ?? [];
    return kind === 'any' || kind === 'tool';
  });

const declaredIn = ({ toolConfig }: JsonObject): string[] =>
  (asArray(inside(toolConfig).tools) ?? []).flatMap((declared) => {
    const [, tool = null] = memberOf(inside(declared)) ?? [];
    return asString(inside(tool).name) ?? [];
  });
