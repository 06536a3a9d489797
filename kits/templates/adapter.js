import { ProviderError, UnsupportedToolError } from 'agent-tools-conformance/contract';

const id = '__name__-__wire__';

/** @type {import('agent-tools-conformance/contract').Adapter} */
export const adapter = {
  id,
  implementation: '__name__',
  providerApi: '__wire__',
  createClient(settings) {
    // Call your library with settings.baseUrl, settings.model and settings.credentials, and end the call with context.signal.
    const getResponse = async (messages, options = {}, _context = {}) => {
      for (const tool of options.tools ?? []) {
        if (tool.type !== 'function') throw new UnsupportedToolError(tool.type, id, ['function']);
      }
      const reason = `getResponse is to be written: ${messages.length} messages for ${settings.baseUrl}.`;
      throw new ProviderError(reason, { retryable: false });
    };
    return {
      getResponse,
      async *getStreamingResponse(messages, options, context) {
        // Until your library streams: the whole response as one update.
        const { messages: said, ...rest } = await getResponse(messages, options, context);
        yield { role: 'assistant', contents: said.flatMap(({ contents }) => contents), ...rest };
      },
      async close() {},
    };
  },
};
