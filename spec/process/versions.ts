/**
 * Whether who speaks one version of the contract understands who speaks the other: both are of one major version (Semantic
 * Versioning 2.0.0), or, where one of them is a draft, the same.
 */
export function understands(ours: string, theirs: string): boolean {
  if (ours === theirs) return true;
  const [own, other] = [ours, theirs].map((version) => /^(0|[1-9]\d*)\.\d+\.\d+$/.exec(version)?.[1]);
  return own !== undefined && own === other && own !== '0';
}
