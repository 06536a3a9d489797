import type { Exchange } from '../../../recordings/format/exchange.ts';
import type { RemoteResource } from '../reader.ts';
import { idIn, madeBy } from './kept.ts';

/** Assistants and threads that exchanges made. What was deleted before by somebody else is gone too. */
export function madeIn(exchanges: readonly Exchange[]): RemoteResource[] {
  const deleted = new Set(
    exchanges.flatMap((each) => {
      const [, kind] = /^(assistants|threads)\.delete$/.exec(each.operation) ?? [];
      const isGone = each.response.status < 400 || each.response.status === 404;
      return kind && isGone ? [`${kind} ${idIn(each, kind as 'assistants' | 'threads')}`] : [];
    }),
  );
  return exchanges.flatMap((each, i): RemoteResource[] => {
    const { id, thread } = each.response.status < 400 ? madeBy(each) : {};
    const resource = (kind: string, name: string | undefined) =>
      name === undefined
        ? []
        : [
            {
              what: `${kind.replace(/s$/, '')} "${name}"`,
              path: `exchanges[${i}]`,
              isDeleted: deleted.has(`${kind} ${name}`),
            },
          ];
    if (each.operation === 'assistants.create') return resource('assistants', id);
    if (each.operation === 'threads.create') return resource('threads', id);
    return each.operation === 'threads.createAndRun' ? resource('threads', thread) : [];
  });
}
