import type { ErrorObject } from 'ajv/dist/2020.js';
import { didYouMean } from './did-you-mean.ts';

/** One thing wrong with a value: where (a JSON pointer) and what was expected. */
export interface SchemaProblem {
  readonly pointer: string;
  readonly message: string;
}

/**
 * Turns ajv's errors into sentences a person can act on: one per place, deepest first.
 *
 * A union without a discriminator makes ajv report every branch; only the errors at the deepest place are then kept,
 * because the branch that got furthest is the one that was meant.
 */
export function explainSchemaErrors(errors: readonly ErrorObject[], root: unknown): SchemaProblem[] {
  const telling = errors.filter((e) => !['anyOf', 'oneOf', 'if', 'allOf'].includes(e.keyword));
  const list = telling.length > 0 ? telling : errors;
  const inUnion = errors.some((e) => e.keyword === 'anyOf' || e.keyword === 'oneOf');
  const depth = list.reduce((deepest, e) => Math.max(deepest, pointerOf(e).split('/').length), 0);
  const kept = inUnion ? list.filter((e) => pointerOf(e).split('/').length === depth) : list;
  const byPlace = new Map<string, ErrorObject[]>();
  for (const error of kept) {
    const pointer = pointerOf(error);
    byPlace.set(pointer, [...(byPlace.get(pointer) ?? []), error]);
  }
  return [...byPlace].map(([pointer, at]) => ({ pointer, message: sentence(pointer, at, root) }));
}

/** The member at fault: the unexpected one itself, not the object that holds it. */
function pointerOf(error: ErrorObject): string {
  const extra = error.params.additionalProperty ?? error.params.unevaluatedProperty;
  return extra === undefined ? error.instancePath : `${error.instancePath}/${escapePointer(String(extra))}`;
}

const escapePointer = (key: string): string => key.replaceAll('~', '~0').replaceAll('/', '~1');

function sentence(pointer: string, at: readonly ErrorObject[], root: unknown): string {
  const constants = at.filter((e) => e.keyword === 'const').map((e) => JSON.stringify(e.params.allowedValue));
  if (constants.length > 0 && constants.length === at.length) {
    return `is ${shown(root, pointer)}; expected ${[...new Set(constants)].join(' or ')}`;
  }
  const error = at.find((e) => e.keyword !== 'const') ?? at[0];
  if (!error) return 'does not fit';
  switch (error.keyword) {
    case 'required':
      return `lacks the member "${error.params.missingProperty}"`;
    case 'additionalProperties':
    case 'unevaluatedProperties': {
      const known = Object.keys((error.parentSchema?.properties as object | undefined) ?? {});
      const name = error.params.additionalProperty ?? error.params.unevaluatedProperty;
      return `is not a known member${known.length > 0 ? `; ${didYouMean(String(name), known)}` : ''}`;
    }
    case 'enum':
      return `is ${shown(root, pointer)}; expected one of ${error.params.allowedValues.join(', ')}`;
    case 'type':
      return `is ${shown(root, pointer)}; expected ${[error.params.type].flat().join(' or ')}`;
    case 'pattern':
      return `is ${shown(root, pointer)}; expected text like ${error.params.pattern}`;
    case 'discriminator':
      return `has an unknown "${error.params.tag}": ${JSON.stringify(error.params.tagValue)}`;
    default:
      return error.message ?? 'does not fit';
  }
}

function shown(root: unknown, pointer: string): string {
  let value = root;
  for (const key of pointer.split('/').slice(1)) {
    value = (value as Record<string, unknown> | undefined)?.[key.replaceAll('~1', '/').replaceAll('~0', '~')];
  }
  const text = JSON.stringify(value) ?? 'missing';
  return text.length > 60 ? `${text.slice(0, 57)}…` : text;
}
