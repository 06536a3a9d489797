import { __factory__ } from '__package__';
import { testChatModel } from 'agent-tools-conformance/langchain';

await testChatModel({
  name: '__name__',
  wire: '__wire__',
  // Where the class takes its base URL elsewhere, such as in `configuration`, move it. Some add the version themselves.
  model: ({ baseUrl, fields, fetch }) => new __factory__({ ...fields, baseUrl, fetch }),
});
