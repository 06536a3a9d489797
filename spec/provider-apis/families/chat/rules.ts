/** Places of a request for a chat completion, as rules look at them. */
import type { JsonObject } from '../../../../lib/canonical-json.ts';
import { asArray, asObject, asString } from '../../../wire/json.ts';
import type { Asked } from '../../../wire/rules/rule.ts';
import type { Choice, Half, Pairs, StrictFunction } from '../../../wire/rules/tools.ts';

/** An object of the body, and where it stands. */
export interface Place {
  readonly path: string;
  readonly object: JsonObject;
}

const listedIn = (list: unknown, path: string): Place[] =>
  (asArray(list) ?? []).map((value, i) => ({ path: `${path}[${i}]`, object: asObject(value) ?? {} }));

export const messagesIn = ({ body }: Asked): Place[] => listedIn(body.messages, 'body.messages');

export const toolsIn = ({ body }: Asked): Place[] => listedIn(body.tools, 'body.tools');

/** Calls of functions and of custom tools that a message repeats. */
export const callsIn = ({ path, object }: Place): Place[] => listedIn(object.tool_calls, `${path}.tool_calls`);

/** What names a tool in a declaration, a call or a choice: the member that bears its type's name. */
const namedIn = ({ path, object }: Place): Place[] =>
  ['function', 'custom'].flatMap((member) => {
    const named = asObject(object[member]);
    return named ? [{ path: `${path}.${member}`, object: named }] : [];
  });

const nameOf = ({ path, object }: Place) => ({ path: `${path}.name`, value: object.name });

/** Functions as they were declared before there were tools. */
const legacyIn = ({ body }: Asked): Place[] => listedIn(body.functions, 'body.functions');

/** The names of tools, wherever a request says one. */
export function namesIn(asked: Asked): { readonly path: string; readonly value: unknown }[] {
  const messages = messagesIn(asked);
  const legacyCalls = messages.flatMap(({ path, object }) => {
    const call = asObject(object.function_call);
    return call ? [{ path: `${path}.function_call`, object: call }] : [];
  });
  return [
    ...toolsIn(asked).flatMap(namedIn),
    ...legacyIn(asked),
    ...messages.flatMap(callsIn).flatMap(namedIn),
    ...legacyCalls,
    ...messages.filter(({ object }) => object.role === 'function'),
  ].map(nameOf);
}

/** Functions that are declared strict. */
export const strictIn = (asked: Asked): StrictFunction[] =>
  toolsIn(asked)
    .flatMap(namedIn)
    .filter(({ object }) => object.strict === true)
    .map(({ path, object }) => ({ path: `${path}.parameters`, parameters: object.parameters }));

/** `tool_choice`, where it is one. */
export function choicesIn(asked: Asked): Choice[] {
  const choice = asked.body.tool_choice ?? null;
  const [named] = namedIn({ path: 'body.tool_choice', object: asObject(choice) ?? {} });
  if (choice === null || (asObject(choice) && !named)) return [];
  // A custom tool is none of the functions, whatever its name.
  const kind = named?.path.split('.').at(-1);
  const declared = toolsIn(asked).flatMap((tool) => {
    const names = namedIn(tool)
      .filter(({ path }) => kind === undefined || path.endsWith(`.${kind}`))
      .flatMap(({ object }) => asString(object.name) ?? []);
    return kind !== undefined || names.length > 0 ? names : [asString(tool.object.type) ?? ''];
  });
  return [{ path: named ? `${named.path}.name` : 'body.tool_choice', name: asString(named?.object.name), declared }];
}

/** Calls and their answers; messages with answers that stand together are one turn. */
export function pairsIn(asked: Asked): Pairs {
  const calls: Half[] = [];
  const answers: Half[] = [];
  let turn = -1;
  let before: unknown;
  for (const message of messagesIn(asked)) {
    const { role, tool_call_id: answered } = message.object;
    if (role !== 'tool' || before !== 'tool') turn++;
    before = role;
    if (role === 'tool') answers.push({ id: answered ?? null, path: `${message.path}.tool_call_id`, turn });
    for (const { path, object } of callsIn(message)) calls.push({ id: object.id ?? null, path: `${path}.id`, turn });
  }
  return { calls, answers, turns: turn + 1 };
}
