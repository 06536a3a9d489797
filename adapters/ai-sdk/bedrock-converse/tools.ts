/** Tools of the contract as the library's. Those of Claude it sends as functions of their names, without what makes them those tools. */
import type { ToolSet } from 'ai';
import { isJsonObject } from '../../../files/canonical-json.ts';
import type { Tool } from '../../../spec/contract/index.ts';
import { chatTools, type DeclaredFunction } from '../shared/chat-tools.ts';
import { asObject } from '../shared/json.ts';

/**
 * @throws UnsupportedToolError for all but functions
 * @throws InvalidToolError for a function whose schema is none, or a name that is there already
 */
export const toolsOf = (tools: readonly Tool[], adapterId: string): ToolSet =>
  chatTools(tools, adapterId, 'bedrock-converse', declaredFunction);

const declaredFunction: DeclaredFunction = ({ toolSpec, ...others }) => {
  if (!isJsonObject(toolSpec) || Object.keys(others).length > 0) return undefined;
  const { inputSchema, ...rest } = toolSpec;
  return { ...rest, parameters: asObject(inputSchema).json ?? null };
};
