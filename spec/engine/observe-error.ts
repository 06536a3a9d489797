import { isContractError } from '../contract/index.ts';
import type { ObservedError } from './trace.ts';

/** What can be seen of anything thrown, as plain JSON. */
export function observeError(thrown: unknown): ObservedError {
  if (!(thrown instanceof Error)) return { name: typeof thrown, message: String(thrown), typed: false };
  const seen: Record<string, unknown> = { ...thrown };
  const text = (key: string) => (typeof seen[key] === 'string' ? seen[key] : undefined);
  const number = (key: string) => (typeof seen[key] === 'number' ? seen[key] : undefined);
  const observed: ObservedError = {
    name: thrown.name,
    message: thrown.message,
    typed: isContractError(thrown),
    tool: text('tool'),
    adapter: text('adapter'),
    supported: Array.isArray(seen.supported) ? seen.supported.map(String) : undefined,
    status: number('status'),
    code: text('code'),
    requestId: text('requestId'),
    retryAfter: number('retryAfter'),
    retryable: typeof seen.retryable === 'boolean' ? seen.retryable : undefined,
  };
  return JSON.parse(JSON.stringify(observed));
}
