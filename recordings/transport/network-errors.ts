/** Errors of the network, as Node.js has them. */

/** Nobody listens where a request is sent. */
export const connectionRefused = (): Error =>
  beforeAnyAnswer(withCode('connect ECONNREFUSED 127.0.0.1:443', 'ECONNREFUSED', 'connect'));

/** The other side hung up before it said anything. */
export const hungUp = (): Error => beforeAnyAnswer(withCode('socket hang up', 'ECONNRESET', 'read'));

/** As `fetch` throws it, with the code that `node:http` has on the error itself. */
const beforeAnyAnswer = (cause: SystemError): Error =>
  Object.assign(new TypeError('fetch failed', { cause }), { code: cause.code, syscall: cause.syscall });

/** The other side hung up while something was read. */
export const connectionReset = (): Error => withCode('read ECONNRESET', 'ECONNRESET', 'read');

type SystemError = Error & { readonly code: string; readonly syscall: string };

const withCode = (message: string, code: string, syscall: string): SystemError =>
  Object.assign(new Error(message), { code, syscall, errno: -1 });
