import type { Operation } from '../schema.ts';
import { fileOf, type LintRule } from './rule.ts';

/** An operation can be told from every other, and its transport from the request. */
export const operations: LintRule = {
  name: 'operations',
  description: 'Operations have names of their own, templates that can be read, and say when they stream.',
  check(matrix) {
    return matrix.providers.flatMap((provider) =>
      provider.operations.flatMap((operation, i) => {
        const earlier = provider.operations.slice(0, i).some((other) => other.id === operation.id);
        const messages = [
          ...(earlier ? [['/id', `is a second "${operation.id}"; choose another id`] as const] : []),
          ...transportFaults(operation),
          ...templateFaults(operation),
        ];
        return messages.map(([at, message]) => ({ file: fileOf(provider), pointer: `/operations/${i}${at}`, message }));
      }),
    );
  },
};

function transportFaults({ transports, streamWhen }: Operation): (readonly [string, string])[] {
  if (transports.length > 1 && !streamWhen) {
    return [['/transports', 'are two; add "streamWhen", the condition for the second']];
  }
  if (transports.length === 1 && streamWhen) {
    return [['/streamWhen', 'needs two transports, and there is one; delete it or add the other']];
  }
  return [];
}

function templateFaults({ urlTemplates }: Operation): (readonly [string, string])[] {
  return urlTemplates.flatMap((template, i) =>
    /[{}]/.test(template.replace(/\{[a-zA-Z]\w*\}/g, ''))
      ? [[`/urlTemplates/${i}`, `is "${template}"; write placeholders as {name}`] as const]
      : [],
  );
}
