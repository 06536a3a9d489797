import { isJsonObject, type Json, type JsonObject } from '../../../lib/canonical-json.ts';
import { asArray, asObject } from '../json.ts';
import { type Asked, defineRule, type Rule, type RuleEvidence, type RuleViolation } from './rule.ts';

interface Form {
  readonly form: RegExp;
  /** The form, for people: `1 to 64 of letters, digits, "_" and "-"`. */
  readonly inWords: string;
  readonly evidence: RuleEvidence;
}

type Places = (asked: Asked) => readonly { readonly path: string; readonly value: unknown }[];

/** The form that an API demands of the names of functions, wherever a request says one: declared, called or answered. */
export const toolNames = ({ namesIn, ...form }: Form & { readonly namesIn: Places }): Rule =>
  fits('function-name-format', 'A function name', 'name', form, namesIn);

/** The form that an API demands of the ids of calls, wherever a request says one: in a call or in its answer. */
export const callIds = ({ idsIn, ...form }: Form & { readonly idsIn: Places }): Rule =>
  fits('call-id-format', 'A call id', 'call id', form, idsIn);

const fits = (id: string, what: string, called: string, { form, inWords, evidence }: Form, placesOf: Places): Rule =>
  defineRule({
    id,
    what: `${what} is ${inWords}.`,
    evidence,
    placesOf,
    wrong: (value) =>
      typeof value === 'string' && form.test(value)
        ? undefined
        : `${JSON.stringify(value)} is not a valid ${called}: ${inWords}`,
  });

/** A call or an answer as a request tells it. */
export interface Half {
  readonly id: unknown;
  readonly path: string;
  /** The message or turn that it stands in, counted from zero. */
  readonly turn: number;
}

/** What a request tells of calls and their answers. */
export interface Pairs {
  readonly calls: readonly Half[];
  readonly answers: readonly Half[];
  /** Number of turns; a call in the last one needs no answer yet. */
  readonly turns: number;
}

/**
 * Every call is answered once, in the turn after it, and nothing is answered that was not called.
 *
 * `answeredWithin` is how many turns later an answer may come; 1 unless told.
 */
export const callsAreAnswered = ({
  id = 'calls-answered',
  pairsIn,
  evidence,
  answeredWithin = 1,
}: {
  readonly id?: string;
  readonly pairsIn: (asked: Asked) => Pairs;
  readonly evidence: RuleEvidence;
  readonly answeredWithin?: number;
}): Rule => ({
  id,
  what: 'Every call has exactly one result, in the next turn, and every result has a call.',
  evidence,
  judge: (asked) => {
    const { calls, answers, turns } = pairsIn(asked);
    const isInTime = (call: Half, answer: Half) =>
      answer.id === call.id && answer.turn > call.turn && answer.turn <= call.turn + answeredWithin;
    const breaches: RuleViolation[] = [];
    for (const call of calls) {
      if (call.turn >= turns - 1) continue;
      const found = answers.filter((answer) => isInTime(call, answer)).length;
      if (found === 1) continue;
      const message = `the call ${JSON.stringify(call.id)} has ${found === 0 ? 'no result' : `${found} results`} after it`;
      breaches.push({ path: call.path, value: call.id, message });
    }
    for (const answer of answers) {
      if (calls.some((call) => isInTime(call, answer))) continue;
      const message = `${JSON.stringify(answer.id)} is answered, and what comes right before does not call it`;
      breaches.push({ path: answer.path, value: answer.id, message });
    }
    return { compared: calls.length + answers.length, breaches };
  },
});

/** What a request demands of the choice of tools, and which tools it declares. */
export interface Choice {
  readonly path: string;
  /** The tool that must be called; absent where any will do. */
  readonly name?: string | undefined;
  readonly declared: readonly string[];
}

/** A choice of tools is among tools: those that the request declares, and the one that it names. */
export const choiceIsDeclared = ({
  evidence,
  choicesIn,
}: {
  readonly evidence: RuleEvidence;
  readonly choicesIn: (asked: Asked) => readonly Choice[];
}): Rule =>
  defineRule({
    id: 'tool-choice-declared',
    what: 'A tool choice names only declared tools.',
    evidence,
    placesOf: (asked) => choicesIn(asked).map((value) => ({ path: value.path, value })),
    wrong: ({ name, declared }) => {
      if (name === undefined)
        return declared.length > 0 ? undefined : 'the request has a tool choice and declares no tool';
      if (declared.includes(name)) return undefined;
      return `the tool ${JSON.stringify(name)} is required, and is not declared; declared are: ${declared.join(', ') || 'none'}`;
    },
  });

/** A function that is declared strict, and where. */
export interface StrictFunction {
  /** Place of its schema, whether there is one or not. */
  readonly path: string;
  readonly parameters: Json | undefined;
}

/** Functions that are declared strict have a schema of OpenAI's strict kind: nothing besides, and nothing left out. */
export const strictSchemas = ({
  evidence,
  strictIn,
}: {
  readonly evidence: RuleEvidence;
  readonly strictIn: (asked: Asked) => readonly StrictFunction[];
}): Rule => ({
  id: 'strict-schema-form',
  what: 'Every object in the schema of a strict function has "additionalProperties": false, and lists all its properties in "required".',
  evidence,
  judge: (asked) => {
    const functions = strictIn(asked);
    const breaches = functions.flatMap(({ path, parameters }): RuleViolation[] =>
      isJsonObject(parameters)
        ? breachesIn(parameters, path)
        : [{ path, message: 'a strict function has no parameters' }],
    );
    return { compared: functions.length, breaches };
  },
});

function breachesIn(schema: JsonObject, path: string): RuleViolation[] {
  const properties = asObject(schema.properties);
  const isObject = properties !== undefined || schema.type === 'object' || asArray(schema.type)?.includes('object');
  const required = asArray(schema.required) ?? [];
  const missing = Object.keys(properties ?? {}).filter((name) => !required.includes(name));
  const own: RuleViolation[] = [];
  if (isObject && schema.additionalProperties !== false) {
    own.push({
      path: `${path}.additionalProperties`,
      message: 'an object of a strict schema allows other properties',
    });
  }
  if (missing.length > 0) {
    const message = `of a strict schema's properties these are not required: ${missing.join(', ')}`;
    own.push({ path: `${path}.required`, value: required, message });
  }
  return [...own, ...schemasIn(schema, path).flatMap((inner) => breachesIn(inner.schema, inner.path))];
}

/** Schemas within a schema: of properties, items, alternatives and definitions. */
function schemasIn(schema: JsonObject, path: string): { schema: JsonObject; path: string }[] {
  const named = ['properties', '$defs', 'definitions'].flatMap((member) =>
    Object.entries(asObject(schema[member]) ?? {}).map(([name, value]) => ({ value, at: `${path}.${member}.${name}` })),
  );
  const listed = (asArray(schema.anyOf) ?? []).map((value, i) => ({ value, at: `${path}.anyOf[${i}]` }));
  const items = [{ value: schema.items ?? null, at: `${path}.items` }];
  return [...named, ...listed, ...items].flatMap(({ value, at }) =>
    isJsonObject(value) ? [{ schema: value, path: at }] : [],
  );
}
