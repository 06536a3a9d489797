import { providerError, unsendable } from '../shared/openai/errors.ts';
import type { RunsProvider } from '../shared/runs/provider.ts';

export const provider: RunsProvider = { name: 'OpenAI', providerError: (error) => providerError(error), unsendable };
