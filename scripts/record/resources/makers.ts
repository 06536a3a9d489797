/**
 * How files and vector stores are made at the providers that let them be made in a request or two. Sources: `FileCreateParams` and
 * `VectorStoreCreateParams` of openai; `FileUploadParams` of @anthropic-ai/sdk (beta); the operations of @azure/ai-agents.
 */
import type { ProviderApiId } from '../../../matrix/ids.ts';
import type { ClientSettings } from '../../../spec/contract/index.ts';
import type { Resource } from './load.ts';

/** Where and how a provider API takes them. */
export interface Maker {
  /** Below the base URL. */
  readonly files: string;
  /** Absent where it has none. */
  readonly vectorStores?: string;
  readonly query?: string;
  readonly headers: (settings: ClientSettings) => Readonly<Record<string, string>>;
  /** Members of the form besides the file. */
  readonly form: Readonly<Record<string, string>>;
}

const bearer = ({ credentials }: ClientSettings): Record<string, string> => {
  if (credentials.type === 'apiKey') return { authorization: `Bearer ${credentials.apiKey}` };
  return credentials.type === 'bearerToken' ? { authorization: `Bearer ${credentials.token}` } : {};
};

const openai: Maker = {
  files: '/v1/files',
  vectorStores: '/v1/vector_stores',
  headers: (settings) => ({ ...bearer(settings), 'openai-beta': 'assistants=v2' }),
  form: { purpose: 'assistants' },
};

const makers: Partial<Record<ProviderApiId, Maker>> = {
  'openai-responses': openai,
  'openai-assistants': openai,
  'azure-foundry-agents': {
    ...openai,
    files: '/files',
    vectorStores: '/vector_stores',
    query: '?api-version=v1',
    headers: bearer,
  },
  'azure-foundry-v2': {
    ...openai,
    files: '/openai/v1/files',
    vectorStores: '/openai/v1/vector_stores',
    headers: bearer,
  },
  anthropic: {
    files: '/v1/files',
    headers: ({ credentials }) => ({
      ...(credentials.type === 'apiKey' ? { 'x-api-key': credentials.apiKey } : {}),
      'anthropic-version': '2023-06-01',
      'anthropic-beta': 'files-api-2025-04-14',
    }),
    form: {},
  },
};

/** How a provider API makes a resource; `undefined` where it has to be made by hand. */
export function makerOf(providerApi: ProviderApiId, { kind, files }: Resource): Maker | undefined {
  const maker = makers[providerApi];
  if (!maker || !files || kind === 'other') return undefined;
  return kind === 'vector-store' && maker.vectorStores === undefined ? undefined : maker;
}
