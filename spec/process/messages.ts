/**
 * What is said between the suite and an adapter in another process: JSON-RPC 2.0 (https://www.jsonrpc.org/specification),
 * one message per line. The suite asks, the adapter answers; docs/external-adapters.md shows a conversation.
 */
import Type, { type TProperties, type TSchema } from 'typebox';
import { explainSchemaErrors } from '../../lib/explain-schema-errors.ts';
import { validatorFor } from '../../lib/validator.ts';
import { ChatMessage, ChatOptions, ChatResponse, ChatResponseUpdate, isContractError } from '../contract/index.ts';
import { closedObject, discriminatedUnion, json, jsonObject } from '../contract/schema-helpers.ts';

const jsonrpc = Type.Literal('2.0');
const id = Type.Integer({ minimum: 1, description: 'Links a request with its answer.' });
const client = Type.String({ description: 'The client that is meant, as `createClient` named it.' });

const request = <const M extends string, P extends TProperties>(title: string, method: M, params: P) =>
  closedObject(title, { jsonrpc, id, method: Type.Literal(method), params: closedObject(`${title}Params`, params) });

const notification = <const M extends string, P extends TProperties>(title: string, method: M, params: P) =>
  closedObject(title, { jsonrpc, method: Type.Literal(method), params: closedObject(`${title}Params`, params) });

/** `ClientSettings` of the contract as plain JSON: a token provider is asked for its token, and nothing waits. */
export const ProcessSettings = closedObject('ProcessSettings', {
  baseUrl: Type.String({ description: 'Base URL of the provider API, without a trailing slash.' }),
  endpoints: Type.Optional(
    Type.Record(Type.String(), Type.String(), {
      description: 'Origins of further services that the API is made of, by the names that the matrix gives them.',
    }),
  ),
  model: Type.String(),
  credentials: discriminatedUnion('Credentials', [
    closedObject('ApiKey', { type: Type.Literal('apiKey'), apiKey: Type.String() }),
    closedObject('BearerToken', { type: Type.Literal('bearerToken'), token: Type.String() }),
    closedObject('AwsKeys', {
      type: Type.Literal('awsKeys'),
      accessKeyId: Type.String(),
      secretAccessKey: Type.String(),
      sessionToken: Type.Optional(Type.String()),
    }),
  ]),
  retries: Type.Optional(
    Type.Integer({ minimum: 0, description: 'How many times a request may be sent again; never where absent.' }),
  ),
  surface: Type.Optional(Type.String({ description: 'The variant of the provider API, as the matrix names it.' })),
  parameters: Type.Optional(
    Type.Record(Type.String(), Type.String(), {
      description: 'Names of the caller’s own resources, as the matrix calls them.',
    }),
  ),
  maxOutputTokens: Type.Integer({ minimum: 1, description: 'Default for `options.maxOutputTokens`.' }),
  timeout: Type.Number({ description: 'Milliseconds that one HTTP exchange may take.' }),
  caCertificate: Type.Optional(Type.String({ description: 'PEM of the only CA to trust, where there is one.' })),
});

const Initialize = request('Initialize', 'initialize', {
  contractVersion: Type.String({ description: 'The version that the suite speaks.' }),
  adapter: closedObject('AdapterIdentity', {
    id: Type.String(),
    implementation: Type.String(),
    providerApi: Type.String(),
  }),
});

const CreateClient = request('CreateClient', 'createClient', { client, settings: ProcessSettings });

const asked = { client, messages: Type.Array(ChatMessage), options: ChatOptions };

const GetResponse = request('GetResponse', 'getResponse', asked);

const GetStreamingResponse = request('GetStreamingResponse', 'getStreamingResponse', asked);

const CloseClient = request('CloseClient', 'close', { client });

const Cancel = notification('Cancel', 'cancel', { request: id });

/** What the suite says. */
export const HostMessage = discriminatedUnion(
  'ToProcess',
  [Initialize, CreateClient, GetResponse, GetStreamingResponse, CloseClient, Cancel],
  'method',
);

const updated = <const S extends TSchema>(update: S) => notification('Update', 'update', { request: id, update });

/**
 * A piece of the answer to `getStreamingResponse`, before its result. Left open: an update of another shape is a finding about the
 * adapter's answer, not about its line.
 */
export const Update = updated(json('A ChatResponseUpdate.'));

const answered = <const S extends TSchema>(result: S) => closedObject('Result', { jsonrpc, id, result });

/** The result of a request. Of those but `getResponse` and `initialize` it is `null`. */
export const Result = answered(json('What the request is answered with.'));

/** The error that a request ended with. */
export const Failure = closedObject('Failure', {
  jsonrpc,
  id,
  error: closedObject('ErrorObject', {
    code: Type.Integer({ description: 'As JSON-RPC says; -32000 for an error of the contract.' }),
    message: Type.String(),
    data: Type.Optional(jsonObject('Of an error of the contract: its `name` and its members.')),
  }),
});

/** Whose rejection it is, where a library stands between the adapter and the provider; as `RejectionOrigin` of the contract. */
const origin = {
  rejectedBy: Type.Optional(Type.Enum(['library', 'bridge'])),
  source: Type.Optional(Type.String({ description: 'Where the library says so: a URL of its documentation or code.' })),
};

/** The result of `initialize`. Members beside these are welcome, and not read. */
export const Initialized = Type.Object(
  {
    contractVersion: Type.String({ description: 'The version that the adapter speaks.' }),
    unsupportedTools: Type.Optional(
      Type.Array(
        closedObject('UnsupportedTool', {
          tool: Type.String({ description: 'The `type` of the tool; of a provider-specific one its name.' }),
          ...origin,
        }),
        { description: 'Tools that the suite refuses with an UnsupportedToolError, instead of asking the program.' },
      ),
    ),
  },
  { title: 'Initialized' },
);

const nothing = answered(Type.Null());

/** What the program says, with what is left open above: an update, and the result of each method. */
export const inFull = {
  update: updated(ChatResponseUpdate),
  initialize: answered(Initialized),
  createClient: nothing,
  getResponse: answered(ChatResponse),
  getStreamingResponse: nothing,
  close: nothing,
};

/** `data` of an error of the contract. */
export const ErrorData = discriminatedUnion(
  'ErrorData',
  [
    closedObject('UnsupportedToolErrorData', {
      name: Type.Literal('UnsupportedToolError'),
      tool: Type.String(),
      adapter: Type.String(),
      supported: Type.Array(Type.String()),
      ...origin,
    }),
    closedObject('InvalidToolErrorData', {
      name: Type.Literal('InvalidToolError'),
      tool: Type.String(),
      ...origin,
    }),
    closedObject('ProviderErrorData', {
      name: Type.Literal('ProviderError'),
      status: Type.Optional(Type.Integer()),
      code: Type.Optional(Type.String()),
      requestId: Type.Optional(Type.String()),
      retryAfter: Type.Optional(Type.Number({ description: 'Milliseconds.' })),
      retryable: Type.Boolean(),
      ...origin,
    }),
    closedObject('TimeoutErrorData', { name: Type.Literal('TimeoutError') }),
    closedObject('AbortedErrorData', { name: Type.Literal('AbortedError') }),
    closedObject('WireErrorData', { name: Type.Literal('WireError') }),
  ],
  'name',
);

/** Everything above, by name, to be published. */
export const processSchemas = [HostMessage, ProcessSettings, Update, Result, Failure, Initialized, ErrorData];

export type Initialized = Type.Static<typeof Initialized>;
export type HostMessage = Type.Static<typeof HostMessage>;
export type ProcessSettings = Type.Static<typeof ProcessSettings>;

/**
 * Whether who speaks one version of the contract understands who speaks the other: both are of one major version (Semantic
 * Versioning 2.0.0), or, where one of them is a draft, the same.
 */
export function understands(ours: string, theirs: string): boolean {
  if (ours === theirs) return true;
  const [own, other] = [ours, theirs].map((version) => /^(0|[1-9]\d*)\.\d+\.\d+$/.exec(version)?.[1]);
  return own !== undefined && own === other && own !== '0';
}

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
