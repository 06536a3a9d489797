/** Tools that assistants (or agents) have whoever offers them. Source: `AssistantTool`, `Assistant.ToolResources` of `openai`. */
import type { JsonObject } from '../../../../lib/canonical-json.ts';
import { InvalidToolError, type Tool } from '../../../../spec/contract/index.ts';
import { defined, withMembers } from '../json.ts';

type Of<T extends Tool['type']> = Extract<Tool, { type: T }>;

/** @param api named in the error */
export function codeInterpreterToWire({ type, containerId }: Of<'code-interpreter'>, api: string): JsonObject {
  if (containerId === undefined) return { type: 'code_interpreter' };
  throw new InvalidToolError(type, `${api} make a sandbox per thread and take no "containerId".`);
}

/**
 * @param api named in the error
 * @param ranking members that a threshold needs beside it
 */
export function fileSearchToWire(tool: Of<'file-search'>, api: string, ranking: JsonObject = {}): JsonObject {
  const { type, vectorStoreIds, maximumResultCount, scoreThreshold } = tool;
  if (vectorStoreIds.length > 1) {
    throw new InvalidToolError(type, `${api} take one vector store; put the files of all into one.`);
  }
  const settings = defined({
    max_num_results: maximumResultCount,
    ranking_options: scoreThreshold === undefined ? undefined : { ...ranking, score_threshold: scoreThreshold },
  });
  return defined({ type: 'file_search', file_search: withMembers(settings) });
}

/**
 * What tools work with; absent where that is nothing.
 *
 * @param own what one provider's own tools do
 */
export function resourcesOf(
  tools: readonly Tool[],
  own: (tool: Tool) => JsonObject = () => ({}),
): JsonObject | undefined {
  const resources = tools.map((tool) => {
    if (tool.type === 'code-interpreter' && tool.fileIds) return { code_interpreter: { file_ids: tool.fileIds } };
    return tool.type === 'file-search' ? { file_search: { vector_store_ids: tool.vectorStoreIds } } : own(tool);
  });
  return withMembers(Object.assign({}, ...resources) as JsonObject);
}
