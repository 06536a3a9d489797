/** How the contents of a request follow each other. Every rule names where the service said so. */
import type { JsonObject } from '../../../../files/canonical-json.ts';
import { asArray, asObject, asString } from '../../json.ts';
import { type Asked, type Rule, ruleOver } from '../../rules/rule.ts';
import { callsAreAnswered, type Half, type Pairs } from '../../rules/tools.ts';
import { contentsIn, type PlacedPart, partsIn } from './places.ts';

export const conversationRules: readonly Rule[] = [
  ruleOver<readonly unknown[]>({
    id: 'contents-hold-something',
    what: 'There is a content at least, and in every content a part.',
    source: {
      title: 'GenerateContentRequest.contents[…].parts: contents.parts must not be empty',
      url: 'https://github.com/vercel/ai/issues/3775',
    },
    placesOf: (asked) => [
      { path: 'body.contents', value: contentsIn(asked) },
      ...contentsIn(asked).map(({ path, value }) => ({ path: `${path}.parts`, value: asArray(value.parts) ?? [] })),
    ],
    wrong: (list) => (list.length > 0 ? undefined : 'nothing stands there, and the service takes no empty list'),
  }),
  ruleOver({
    id: 'known-roles',
    what: 'A content is the user’s or the model’s; results of functions may be said by "function".',
    source: { title: '@google/genai, Content.role: must be either "user" or "model"' },
    placesOf: (asked) => contentsIn(asked).map(({ path, value }) => ({ path: `${path}.role`, value: value.role })),
    wrong: (role) =>
      role === undefined || ['user', 'model', 'function'].includes(String(role))
        ? undefined
        : `${JSON.stringify(role)} is no role of this API`,
  }),
  callsAreAnswered({
    source: {
      title: 'The number of function response parts is equal to the number of function call parts of the turn before',
      url: 'https://github.com/google-gemini/gemini-cli/issues/5443',
    },
    pairsIn,
  }),
  ruleOver({
    id: 'answers-apart',
    what: 'A content that answers calls holds nothing else.',
    source: {
      title: 'Function-response contents free of text and media parts',
      url: 'https://github.com/maximhq/bifrost/issues/1387',
    },
    placesOf: (asked) =>
      contentsIn(asked)
        .map(({ path, value }) => ({ path: `${path}.parts`, value: partsOf(value) }))
        .filter(({ value }) => value.some(isAnswer)),
    wrong: (parts) =>
      parts.every(isAnswer) ? undefined : 'a part that is no functionResponse stands beside one that is',
  }),
  ruleOver({
    id: 'calls-follow-the-user',
    what: 'A content with calls comes right after the user’s, or after answers to calls.',
    source: {
      title:
        'Please ensure that function call turn comes immediately after a user turn or after a function response turn',
      url: 'https://github.com/google-gemini/gemini-cli/issues/11814',
    },
    placesOf: (asked) =>
      contentsIn(asked).flatMap(({ path, value }, turn, all) =>
        partsOf(value).some(isCall) ? [{ path, value: all[turn - 1]?.value }] : [],
      ),
    wrong: (before) => {
      if (!before) return 'the conversation begins with a call';
      return before.role === 'model' ? 'a call comes right after another content of the model' : undefined;
    },
  }),
  ruleOver({
    id: 'answers-name-their-function',
    what: 'The answer to a call names the function that was called.',
    source: {
      title: 'function_response.name: Name cannot be empty; it matches FunctionCall.name',
      url: 'https://github.com/langflow-ai/langflow/issues/9437',
    },
    placesOf: (asked) => {
      const parts = partsIn(asked);
      return parts
        .filter(({ value }) => isAnswer(value))
        .map((answer) => {
          const { id, name } = asObject(answer.value.functionResponse) ?? {};
          const calls = parts
            .slice(0, parts.indexOf(answer))
            .flatMap(({ value }) => [asObject(value.functionCall)].filter((call) => call !== undefined));
          const called = asString(id) ? calls.findLast((call) => call.id === id)?.name : undefined;
          return { path: `${answer.path}.functionResponse.name`, value: { name, called } };
        });
    },
    wrong: ({ name, called }) => {
      if (!asString(name)) return 'the name of the function is missing';
      return called === undefined || called === name
        ? undefined
        : `${JSON.stringify(name)} is answered under the id of a call to ${JSON.stringify(called)}`;
    },
  }),
];

const isCall = ({ functionCall }: JsonObject): boolean => asObject(functionCall) !== undefined;
const isAnswer = ({ functionResponse }: JsonObject): boolean => asObject(functionResponse) !== undefined;

const partsOf = ({ parts }: JsonObject): JsonObject[] => (asArray(parts) ?? []).map((part) => asObject(part) ?? {});

/**
 * Calls of one content and answers to them, which may stand in several contents that follow each other. The API links them by
 * id where both have one, and otherwise by the name and the order in which that name is called.
 */
function pairsIn(asked: Asked): Pairs {
  const contents = contentsIn(asked);
  const runs: number[] = [];
  for (const [i, { value }] of contents.entries()) {
    const before = contents[i - 1]?.value;
    const goesOn = before !== undefined && partsOf(value).some(isAnswer) && partsOf(before).some(isAnswer);
    runs.push(goesOn ? (runs.at(-1) ?? 0) : (runs.at(-1) ?? -1) + 1);
  }
  const parts = partsIn(asked).map((part) => ({ ...part, turn: runs[part.turn] ?? 0 }));
  const calls = parts.filter(({ value }) => isCall(value)).map((part) => named(part, 'functionCall'));
  const answers = parts.filter(({ value }) => isAnswer(value)).map((part) => named(part, 'functionResponse'));
  const linksById = (turn: number) =>
    [...calls.filter((c) => c.turn === turn), ...answers.filter((a) => a.turn === turn + 1)].every(({ id }) => id);
  return {
    calls: calls.map((call, i) => half(call, calls.slice(0, i), linksById(call.turn))),
    answers: answers.map((answer, i) => half(answer, answers.slice(0, i), linksById(answer.turn - 1))),
    turns: (runs.at(-1) ?? -1) + 1,
  };
}

interface Named {
  readonly path: string;
  readonly turn: number;
  readonly name: string;
  readonly id: string | undefined;
}

function named({ path, turn, value }: PlacedPart, member: string): Named {
  const said = asObject(value[member]) ?? {};
  return { path: `${path}.${member}`, turn, name: asString(said.name) ?? '', id: asString(said.id) };
}

function half({ path, turn, name, id }: Named, before: readonly Named[], byId: boolean): Half {
  const nth = before.filter((other) => other.turn === turn && other.name === name).length;
  return { path, turn, id: byId ? id : `${name} (${nth + 1})` };
}
