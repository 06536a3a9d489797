import { memoize } from '../../lib/memoize.ts';
import { validatorFor } from '../../lib/validator.ts';
import { ChatResponse, ChatResponseUpdate } from './messages.ts';

/** Of one object the shape is compared once: by the driver when it comes, and by the checks again. It must not change in between. */
const hasShape = {
  response: memoize((value: object) => validatorFor(ChatResponse)(value)),
  update: memoize((value: object) => validatorFor(ChatResponseUpdate)(value)),
};

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** True for a response as the contract has it. */
export const isChatResponse = (value: unknown): value is ChatResponse => isObject(value) && hasShape.response(value);

/** True for an update of a streamed response as the contract has it. */
export const isChatResponseUpdate = (value: unknown): value is ChatResponseUpdate =>
  isObject(value) && hasShape.update(value);
