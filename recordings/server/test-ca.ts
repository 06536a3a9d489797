/** What a TLS server at loopback needs to be believed. */
export interface TestIdentity {
  /** The test CA's certificate, PEM: who trusts it, trusts the server. */
  readonly ca: string;
  /** The server's own certificate, for 127.0.0.1 and localhost, and its key; PEM. */
  readonly cert: string;
  readonly key: string;
}

let generated: Promise<TestIdentity> | undefined;

/**
 * A test CA and a certificate that it signed, made when first asked for and kept in memory alone: the CA's key is forgotten
 * at once, and nothing is committed, written or trusted beyond this process. Valid for a week.
 */
export function testIdentity(): Promise<TestIdentity> {
  generated ??= generate();
  return generated;
}

async function generate(): Promise<TestIdentity> {
  const selfsigned = await import('selfsigned');
  const common = { keyType: 'ec', algorithm: 'sha256', ...validity() } as const;
  const ca = await selfsigned.generate([{ name: 'commonName', value: 'agent-tools-conformance test CA' }], {
    ...common,
    extensions: [
      { name: 'basicConstraints', cA: true, pathLenConstraint: 0, critical: true },
      { name: 'keyUsage', keyCertSign: true, critical: true },
    ],
  });
  const server = await selfsigned.generate([{ name: 'commonName', value: 'localhost' }], {
    ...common,
    ca: { cert: ca.cert, key: ca.private },
    extensions: [
      { name: 'basicConstraints', cA: false, critical: true },
      { name: 'keyUsage', digitalSignature: true, critical: true },
      { name: 'extKeyUsage', serverAuth: true },
      {
        name: 'subjectAltName',
        altNames: [
          { type: 7, ip: '127.0.0.1' },
          { type: 2, value: 'localhost' },
        ],
      },
    ],
  });
  return { ca: ca.cert, cert: server.cert, key: server.private };
}

/** From an hour ago, because clocks differ, to a week from now. */
function validity(): { readonly notBeforeDate: Date; readonly notAfterDate: Date } {
  const now = Date.now();
  const hour = 3_600_000;
  return { notBeforeDate: new Date(now - hour), notAfterDate: new Date(now + 7 * 24 * hour) };
}
