import type { JsonObject } from '../../../lib/canonical-json.ts';
import { headerOf } from '../../../recordings/format/exchange.ts';
import { type Asked, defineRule, type Rule, type RuleEvidence, type RuleViolation } from './rule.ts';

/** The form that an API demands of texts, ids for instance. */
export const haveForm = ({
  id,
  noun,
  form,
  inWords,
  evidence,
  textsIn,
}: {
  readonly id: string;
  /** Noun for one of them: `call id`. */
  readonly noun: string;
  readonly form: RegExp;
  /** The form, for people. */
  readonly inWords: string;
  readonly evidence: RuleEvidence;
  readonly textsIn: (asked: Asked) => readonly { readonly path: string; readonly value: unknown }[];
}): Rule =>
  defineRule({
    id,
    what: `The ${noun} is ${inWords}.`,
    evidence,
    placesOf: textsIn,
    wrong: (text) =>
      typeof text === 'string' && form.test(text)
        ? undefined
        : `${JSON.stringify(text)} is no ${noun} that the service takes: ${inWords}`,
  });

/** An object of a request, with the names of the members that the service takes there. */
export interface Known {
  readonly path: string;
  readonly object: JsonObject;
  readonly members: ReadonlySet<string>;
}

/** For services that refuse what they do not know. */
export const knownMembersOnly = ({
  evidence,
  objectsIn,
}: {
  readonly evidence: RuleEvidence;
  readonly objectsIn: (asked: Asked) => readonly Known[];
}): Rule => ({
  id: 'known-members',
  what: 'A request has no member that the service does not know.',
  evidence,
  judge: (asked) => {
    const objects = objectsIn(asked);
    const breaches = objects.flatMap(({ path, object, members }): RuleViolation[] =>
      Object.keys(object)
        .filter((name) => !members.has(name))
        .map((name) => ({
          path: `${path}.${name}`,
          value: object[name],
          message: `the service does not know the member "${name}" there`,
        })),
    );
    return { compared: objects.length, breaches };
  },
});

/** No text of a kind stands twice in one request: names of tools, ids of calls. */
export const areUnique = ({
  id,
  noun,
  evidence,
  textsIn,
}: {
  readonly id: string;
  /** Noun for one of them: `tool name`. */
  readonly noun: string;
  readonly evidence: RuleEvidence;
  readonly textsIn: (asked: Asked) => readonly { readonly path: string; readonly value: unknown }[];
}): Rule => ({
  id,
  what: `Every ${noun} is unique in a request.`,
  evidence,
  judge: (asked) => {
    const texts = textsIn(asked).filter(({ value }) => typeof value === 'string');
    const first = new Map<unknown, string>();
    const breaches = texts.flatMap(({ path, value }) => {
      const before = first.get(value);
      if (before === undefined) first.set(value, path);
      return before === undefined
        ? []
        : [{ path, value, message: `the ${noun} ${JSON.stringify(value)} is already at ${before}` }];
    });
    return { compared: texts.length, breaches };
  },
});

/** A message of a request: who speaks, and where that stands. */
export interface Turn {
  readonly role: unknown;
  readonly path: string;
}

/** Speakers take turns, and the user speaks first. Messages that belong to no speaker are left out by `turnsIn`. */
export const turnsAlternate = ({
  evidence,
  turnsIn,
}: {
  readonly evidence: RuleEvidence;
  readonly turnsIn: (asked: Asked) => readonly Turn[];
}): Rule => ({
  id: 'role-alternates',
  what: 'A conversation begins with the user, and roles alternate.',
  evidence,
  judge: (asked) => {
    const turns = turnsIn(asked);
    const breaches = turns.flatMap(({ role, path }, i): RuleViolation[] => {
      const before = turns[i - 1];
      if (!before && role !== 'user') {
        return [{ path, value: role, message: `the conversation begins with ${JSON.stringify(role)}` }];
      }
      if (before?.role !== role) return [];
      return [{ path, value: role, message: `two messages in a row have the role ${JSON.stringify(role)}` }];
    });
    return { compared: turns.length, breaches };
  },
});

/** Services read a body as what it is said to be: JSON that is not said to be JSON is refused, or read as a form. */
export const saidToBeJson: Rule = defineRule({
  id: 'content-type-json',
  what: 'A request with a JSON body has the matching header "Content-Type".',
  evidence: {
    grade: 'documented',
    title: 'RFC 9110, HTTP Semantics: Content-Type, and status 415',
    url: 'https://www.rfc-editor.org/rfc/rfc9110#name-content-type',
  },
  placesOf: ({ exchange: { request }, body }) =>
    Object.keys(body).length === 0
      ? []
      : [{ path: 'headers.content-type', value: headerOf(request, 'content-type') ?? '' }],
  wrong: (type) =>
    // As JSON, or as a dialect of it: application/vnd.api+json.
    /^application\/([\w.-]+\+)?json\b|^application\/x-amz-json/i.test(type)
      ? undefined
      : `a JSON body has ${type === '' ? 'no content type' : `the content type ${JSON.stringify(type)}`}`,
});
