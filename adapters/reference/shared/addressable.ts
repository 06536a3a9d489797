import { WireError } from '../../../spec/contract/index.ts';

/**
 * What a provider calls something that it made, which is asked for and deleted by that name.
 *
 * @throws {WireError} as part of an address it would lead to another one (nothing, a dot, two dots), or it is half a character
 */
export function addressable(name: string): string {
  if (!/^\.{0,2}$/.test(name) && name.isWellFormed()) return name;
  throw new WireError(
    `The provider made something and calls it ${JSON.stringify(name)}, which cannot stand in an address.`,
  );
}
