/**
 * What kind of thing happens to answers: the same answer in other pieces; answers that say more, or less, than anybody knew; answers that
 * are lost or refused; answers that are not what the provider promised; answers as other servers write them that speak the same API.
 */
export const faultGroups = ['framing', 'tolerance', 'errors', 'mutations', 'dialects'] as const;

export type FaultGroup = (typeof faultGroups)[number];
