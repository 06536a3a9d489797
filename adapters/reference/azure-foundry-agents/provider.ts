import type { RunsProvider } from '../shared/runs/provider.ts';
import { providerError, unsendable } from './errors.ts';

export const provider: RunsProvider = {
  name: 'Azure AI Foundry',
  providerError: (error) => providerError(error),
  unsendable,
};
