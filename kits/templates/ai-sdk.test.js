import { __factory__ } from '__package__';
import { testProvider } from 'agent-tools-conformance/ai-sdk';

await testProvider({
  name: '__name__',
  wire: '__wire__',
  model: ({ baseUrl, apiKey, modelId, fetch }) =>
    __factory__({ baseURL: `${baseUrl}__version__`, apiKey, fetch })(modelId),
});
