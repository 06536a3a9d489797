/** Errors of Amazon Bedrock by every name that they have. */
import { headerOf } from '../format/exchange.ts';
import { type FaultsOf, kindsApart } from './fault.ts';
import { withHeader } from './refused.ts';

/**
 * Exceptions of Amazon Bedrock with the status that each comes with. Source: `@aws-sdk/client-bedrock-runtime`,
 * `@aws-sdk/client-bedrock-agent-runtime`, `errors.d.ts`; the API references of Converse and InvokeAgent, "Errors".
 */
export const exceptions: readonly { readonly name: string; readonly status: number }[] = [
  { name: 'AccessDeniedException', status: 403 },
  { name: 'BadGatewayException', status: 502 },
  { name: 'ConflictException', status: 409 },
  { name: 'DependencyFailedException', status: 424 },
  { name: 'InternalServerException', status: 500 },
  { name: 'ModelErrorException', status: 424 },
  { name: 'ModelNotReadyException', status: 429 },
  { name: 'ModelStreamErrorException', status: 424 },
  { name: 'ModelTimeoutException', status: 408 },
  { name: 'ResourceNotFoundException', status: 404 },
  { name: 'ServiceQuotaExceededException', status: 400 },
  { name: 'ServiceUnavailableException', status: 503 },
  { name: 'ThrottlingException', status: 429 },
  { name: 'ValidationException', status: 400 },
];

/** Where services of AWS name what failed. */
const nameHeader = 'x-amzn-errortype';

/** A recorded error under every other name, with the status that goes with it. */
export const named: FaultsOf = (response, operation) =>
  headerOf(response, nameHeader) === undefined
    ? []
    : exceptions.map(({ name, status }) => ({
        ...kindsApart(operation, name),
        what: `${operation} is answered with ${name}`,
        arrives: () => ({ ...response, status, headers: withHeader(response.headers, nameHeader, name) }),
      }));
