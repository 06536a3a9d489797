import { isJsonObject, type JsonObject } from '../../../files/canonical-json.ts';
import { type FunctionTool, InvalidToolError } from '../../../spec/contract/index.ts';

/**
 * The parameters of a function as they are; only `type`, which APIs demand, is added where it is missing.
 *
 * @throws {InvalidToolError} they are no schema of an object.
 */
export function objectSchema({ name, parameters }: FunctionTool, provider: string): JsonObject {
  if (!isJsonObject(parameters)) {
    throw new InvalidToolError(
      name,
      'its parameters must be a JSON Schema of an object, such as { "type": "object" }.',
    );
  }
  if (parameters.type === undefined) return { type: 'object', ...parameters };
  if (parameters.type === 'object') return parameters;
  throw new InvalidToolError(
    name,
    `its parameters have the type ${JSON.stringify(parameters.type)}; ${provider} takes "object" alone.`,
  );
}
