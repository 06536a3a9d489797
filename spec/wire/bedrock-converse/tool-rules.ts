/** Rules of Converse about `toolConfig`: what is declared, and what of it must or may be called. */
import type { Json, JsonObject } from '../../../files/canonical-json.ts';
import { asArray, asObject, asString } from '../json.ts';
import { type Rule, ruleOver } from '../rules/rule.ts';
import { blocksIn, functionsIn } from './request-places.ts';
import { inside, memberOf } from './union.ts';

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
      title: 'Converse: "The value at inputSchema.json.type must be one of the following: object", "$.properties: null found"',
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
    id: 'tool-choice',
    what: 'A tool choice is "auto", "any" or a tool that is declared; no tool is forced where the model cannot be.',
    source: {
      title: 'Amazon Bedrock Runtime: ToolChoice',
      url: 'https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_ToolChoice.html',
    },
    placesOf: ({ body, exchange }) => {
      const choice = inside(body.toolConfig).toolChoice ?? null;
      return choice === null
        ? []
        : [{ path: 'body.toolConfig.toolChoice', value: { choice, body, url: exchange.request.url } }];
    },
    wrong: ({ choice, body, url }) => {
      const [kind, value = null] = memberOf(inside(choice)) ?? [];
      if (kind === 'auto') return undefined;
      const name = asString(inside(value).name);
      if (kind !== 'any' && (kind !== 'tool' || name === undefined)) {
        return `${JSON.stringify(choice)} is none of auto, any and a tool by its name`;
      }
      if (kind === 'tool' && !isDeclared(name ?? '', body)) return `the tool "${name}" is forced, and not declared`;
      return whyNotForced(body, url);
    },
  }),
];

const isDeclared = (name: string, body: JsonObject): boolean =>
  (asArray(inside(body.toolConfig).tools) ?? []).some((declared) => {
    const [, tool = null] = memberOf(inside(declared)) ?? [];
    return inside(tool).name === name;
  });

/**
 * Why no tool may be forced, or `undefined`. Sources: "Extended thinking with tool use" in the documents of Claude; of the model,
 * https://github.com/vercel/ai/issues/21364.
 */
function whyNotForced(body: JsonObject, url: string): string | undefined {
  const thinking = asString(inside(inside(body.additionalModelRequestFields).thinking).type);
  if (thinking !== undefined && thinking !== 'disabled') return 'a tool is forced while the model is told to think';
  return /claude-opus-5-5/.test(url) ? 'a tool is forced on a model that refuses to be forced' : undefined;
}
