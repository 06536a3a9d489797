import { type JsonObject, toText } from '../../../lib/canonical-json.ts';
import { asArray, asObject, asString } from '../../wire/json.ts';
import { type Asked, defineRule, type Rule, type RuleEvidence } from '../../wire/rules/rule.ts';
import {
  type Choice,
  callsAreAnswered,
  choiceIsDeclared,
  type Half,
  type Pairs,
  toolNames,
} from '../../wire/rules/tools.ts';
import { readResponses } from './response-reader.ts';

/** Answers of the service to raw requests, as a developer tells them. */
const probes: RuleEvidence = {
  grade: 'documented',
  title: 'justrach/codegraff: what the Interactions API answers to',
  url: 'https://github.com/justrach/codegraff/issues/741',
};

interface Place {
  readonly path: string;
  readonly object: JsonObject;
}

const placesIn = (list: unknown, path: string): Place[] =>
  (asArray(list) ?? []).map((value, i) => ({ path: `${path}[${i}]`, object: asObject(value) ?? {} }));

/** Results may stand among what the user says; real requests have them there, and are answered. */
const steps = ({ body }: Asked): Place[] =>
  placesIn(body.input, 'body.input').flatMap((step) =>
    step.object.type === 'user_input' ? placesIn(step.object.content, `${step.path}.content`) : [step],
  );

const ofType = (asked: Asked, type: string): Place[] => steps(asked).filter(({ object }) => object.type === type);

const functions = ({ body }: Asked): Place[] =>
  placesIn(body.tools, 'body.tools').filter(({ object }) => object.type === 'function');

/** Calls of the interaction that is gone on with, and of the steps; results stand in the next turn, together. */
function pairsIn(asked: Asked): Pairs {
  const { previous_interaction_id: id } = asked.body;
  const last = asked.earlier.findLast(
    (exchange) => typeof id === 'string' && exchange.response.status < 400 && exchange.response.body.text.includes(id),
  );
  const facts = last ? readResponses([last]).facts : [];
  const calls: Half[] = facts.flatMap(({ fact }) =>
    fact.kind === 'call' ? [{ id: fact.id, path: 'body.input', turn: 0 }] : [],
  );
  const answers: Half[] = [];
  let turn = last ? 1 : 0;
  let side = '';
  for (const { path, object } of steps(asked)) {
    const type = asString(object.type) ?? '';
    const next = type === 'function_result' ? 'results' : ofUser.has(type) ? 'user' : 'model';
    if (side !== '' && next !== side) turn++;
    side = next;
    if (type === 'function_call') calls.push({ id: object.id, path: `${path}.id`, turn });
    if (type === 'function_result') answers.push({ id: object.call_id, path: `${path}.call_id`, turn });
  }
  // What an interaction calls that this recording does not hold cannot be seen.
  const isHidden = typeof id === 'string' && !last;
  return { calls, answers: isHidden ? [] : answers, turns: turn + 1 };
}

const ofUser = new Set(['text', 'image', 'audio', 'video', 'document']);

const choicesIn = (asked: Asked): Choice[] => {
  const choice = asObject(asked.body.generation_config)?.tool_choice;
  if ((choice ?? null) === null) return [];
  const path = 'body.generation_config.tool_choice';
  const declared = functions(asked).flatMap(({ object }) => asString(object.name) ?? []);
  const names = asArray(asObject(asObject(choice)?.allowed_tools)?.tools) ?? [];
  return names.length === 0 ? [{ path, declared }] : names.map((name) => ({ path, name: toText(name), declared }));
};

export const rules: readonly Rule[] = [
  toolNames({
    form: /^[a-zA-Z_][a-zA-Z0-9_.:-]{0,127}$/,
    inWords: '1 to 128 letters, digits, "_", ".", ":" and "-", with a letter or "_" first',
    evidence: {
      grade: 'documented',
      title: 'Gemini API: FunctionDeclaration.name',
      url: 'https://ai.google.dev/api/caching#FunctionDeclaration',
    },
    namesIn: (asked) =>
      [...functions(asked), ...ofType(asked, 'function_call')].map(({ path, object }) => ({
        path: `${path}.name`,
        value: object.name,
      })),
  }),
  callsAreAnswered({
    evidence: {
      grade: 'documented',
      title: 'Gemini API: function calling with Interactions',
      url: 'https://ai.google.dev/gemini-api/docs/interactions',
    },
    pairsIn,
  }),
  choiceIsDeclared({ evidence: { ...probes, title: `${probes.title} a choice without a function` }, choicesIn }),
  defineRule({
    id: 'result-name-required',
    what: 'A function result names the function, although its type makes the name optional.',
    evidence: { ...probes, title: `${probes.title} a result without a name` },
    placesOf: (asked) =>
      ofType(asked, 'function_result').map(({ path, object }) => ({ path: `${path}.name`, value: object.name })),
    wrong: (name) => (typeof name === 'string' && name !== '' ? undefined : 'the result names no function'),
  }),
];
