import { getCACertificates, setDefaultCACertificates } from 'node:tls';

/**
 * From here on, TLS connections of this process trust one CA and no other, wherever they do not name their own. Connections
 * that stand are not touched. Neither the environment nor the client's code has to know.
 *
 * @param ca its certificate, PEM
 * @returns what trusts again whom it was before
 */
export function trustOnly(ca: string): () => void {
  const before = getCACertificates('default');
  setDefaultCACertificates([ca]);
  return () => setDefaultCACertificates(before);
}
