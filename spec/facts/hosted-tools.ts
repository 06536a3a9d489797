/** Which of the contract's tools a hosted call or result is of. Judged, because names on the wire are each provider's own. */

/** The contract's tools by the names they have on the wire, in one spelling; what is not here the contract has no word for. */
const toolsByWireName: Readonly<Record<string, string>> = {
  web_search: 'web-search',
  web_search_premium: 'web-search',
  google_search: 'web-search',
  google_search_web: 'web-search',
  nova_grounding: 'web-search',
  web_fetch: 'web-fetch',
  url_context: 'web-fetch',
  code_interpreter: 'code-interpreter',
  code_execution: 'code-interpreter',
  bash_code_execution: 'code-interpreter',
  text_editor_code_execution: 'code-interpreter',
  nova_code_interpreter: 'code-interpreter',
  code_interpreter_invocation: 'code-interpreter',
  file_search: 'file-search',
  document_library: 'file-search',
  image_generation: 'image-generation',
  mcp: 'mcp-server',
  mcp_list_tools: 'mcp-server',
  openapi: 'openapi',
  shell: 'shell',
  azure_function: 'stateful-function',
  action_group_invocation: 'stateful-function',
  knowledge_base_lookup: 'knowledge-bases',
  azure_ai_search: 'azure-ai-search',
  bing_grounding: 'bing-grounding-basic',
  bing_custom_search: 'bing-custom-search',
  bing_custom_search_preview: 'bing-custom-search',
  fabric_dataagent: 'microsoft-fabric',
  fabric_dataagent_preview: 'microsoft-fabric',
};

/** What a server says for itself, and not as a tool. */
const notOfTools = /\/oauth_consent_request$/;

/**
 * The contract's word for a tool of the wire, `<server>/<tool>` where it is one of a server; `undefined` where it has none,
 * and the provider's own name stands.
 */
export function contractToolOf(name: string): string | undefined {
  if (name.includes('/')) return notOfTools.test(name) ? undefined : 'mcp-server';
  const spelled = name.replace(/([a-z0-9])([A-Z])/g, '$1_$2').toLowerCase();
  return Object.hasOwn(toolsByWireName, spelled) ? toolsByWireName[spelled] : undefined;
}
