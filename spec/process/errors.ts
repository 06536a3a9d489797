import { explainSchemaErrors } from '../../files/schema-errors.ts';
import { validatorFor } from '../../files/validator.ts';
import { isContractError } from '../contract/index.ts';
import { ErrorData } from './messages.ts';

/**
 * The adapter's process ended, did not answer, or said what is no message. It is none of the contract's errors, so that a
 * case in which it happens fails: an application could make nothing of it.
 */
export class AdapterProcessError extends Error {
  override readonly name = 'AdapterProcessError';
}

/** This machine lacks what it takes to run the adapter: nothing can be said of the adapter. */
export class MissingPrerequisiteError extends Error {
  override readonly name = 'MissingPrerequisiteError';
}

/** The error object of JSON-RPC, as it came. */
interface ErrorObject {
  readonly message: string;
  readonly data?: { readonly name?: unknown };
}

/**
 * The error that the adapter threw over there: of the contract, where `data.name` says so, with its members.
 *
 * @throws {AdapterProcessError} it has the name of an error of the contract, and not its members.
 */
export function errorFrom({ message, data }: ErrorObject): Error {
  const name = typeof data?.name === 'string' && data.name !== '' ? data.name : 'Error';
  const error = Object.assign(new Error(message), { name });
  if (!isContractError(error)) return error;
  const validate = validatorFor(ErrorData);
  if (validate(data)) return Object.assign(error, data);
  const [problem] = explainSchemaErrors(validate.errors ?? [], data);
  throw new AdapterProcessError(`answered with a ${name} whose data${problem?.pointer} ${problem?.message}`);
}
