/**
 * The version of this contract, after Semantic Versioning 2.0.0: who speaks another major version, or another draft, is not
 * understood. Adapters in another process name theirs before anything else is said (`spec/process`). What a version says does not
 * change: `scripts/published-schemas.test.ts` holds its words against a fingerprint.
 */
export const contractVersion = '1.5.0';
