import { sizesOf } from '../../recordings/sizes.ts';
import type { RecordingSize } from './length.ts';

/** How large recordings are, each provider API looked at once. */
export function recordingSizes(): RecordingSize {
  const known = new Map<string, number>();
  return (providerApi) => {
    const size = known.get(providerApi) ?? mean(sizesOf(providerApi));
    known.set(providerApi, size);
    return size;
  };
}

const mean = (numbers: readonly number[]): number =>
  Math.round(numbers.reduce((sum, number) => sum + number, 0) / Math.max(1, numbers.length));
