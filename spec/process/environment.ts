/** Nobody listens there: what goes through this proxy gets nowhere, and is told so at once. */
const refusingProxy = 'http://127.0.0.1:9';

/**
 * All that the process of an adapter sees of the environment. The socket guard does not reach it, so there is nothing in it
 * that would open a way out: no credentials, no configuration, and proxies that refuse. `PATH` stays, because interpreters
 * are found by it.
 *
 * @param own what the adapter says that its program needs
 */
export function environmentOf(own: Readonly<Record<string, string>> = {}): Record<string, string> {
  const proxies = ['HTTP_PROXY', 'HTTPS_PROXY', 'ALL_PROXY'].flatMap((name) => [
    [name, refusingProxy],
    [name.toLowerCase(), refusingProxy],
  ]);
  return {
    PATH: process.env.PATH ?? '',
    ...own,
    ...Object.fromEntries(proxies),
    NO_PROXY: '127.0.0.1',
    no_proxy: '127.0.0.1',
  };
}
