/** Errors of the network, as Node.js has them. */

/** Nobody listens where a request is sent. As `fetch` throws it, with the code that `node:http` has on the error itself. */
export function connectionRefused(): Error {
  const cause = withCode('connect ECONNREFUSED 127.0.0.1:443', 'ECONNREFUSED', 'connect');
  return Object.assign(new TypeError('fetch failed', { cause }), { code: 'ECONNREFUSED', syscall: 'connect' });
}

/** The other side hung up while something was read. */
export const connectionReset = (): Error => withCode('read ECONNRESET', 'ECONNRESET', 'read');

const withCode = (message: string, code: string, syscall: string): Error =>
  Object.assign(new Error(message), { code, syscall, errno: -1 });
