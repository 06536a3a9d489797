/**
 * How requests reach a cassette: intercepted in this process, or sent to a server at loopback, over plain HTTP or
 * TLS. Whatever the kind, a case gives the same exchanges.
 */
export const transportKinds = ['in-process', 'server', 'server-tls'] as const;

export type TransportKind = (typeof transportKinds)[number];
