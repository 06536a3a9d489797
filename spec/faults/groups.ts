/**
 * What kind of thing happens to answers: the same answer in other pieces; answers that say more, or less, than anybody knew; answers that
 * are lost or refused; answers that are not what the provider promised.
 */
export const faultGroups = ['framing', 'tolerance', 'errors', 'mutations'] as const;

export type FaultGroup = (typeof faultGroups)[number];
