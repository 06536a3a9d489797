/**
 * What never reaches a comparison, a log or a disk, and why. Data only; `scrub.ts` applies it.
 *
 * Names are compared without regard to case; a `*` stands for any characters.
 */

/** What stands where a secret stood: the reader still sees that something was sent. */
export const redacted = 'REDACTED';

/** What stands where a UUID stood that names somebody; clients may refuse what is none. */
export const placeholderUuid = '00000000-0000-0000-0000-000000000000';

/** What stands where the address of a machine stood: one that no machine has. Source: RFC 5737. */
export const placeholderAddress = '192.0.2.1';

export interface NameRule {
  readonly names: readonly string[];
  /** Only where it has one of these values. */
  readonly values?: readonly string[];
  /** What the value becomes; without it the whole line is left out. */
  readonly becomes?: string;
  readonly reason: string;
}

/** Headers of requests and responses. The first rule that fits is applied. */
export const headerRules: readonly NameRule[] = [
  {
    names: [
      'authorization',
      'proxy-authorization',
      'x-api-key',
      'api-key',
      'x-goog-api-key',
      'x-goog-iam-authorization-token',
      'ocp-apim-subscription-key',
      'x-functions-key',
      'x-amz-security-token',
      'x-ms-authorization-auxiliary',
      'authentication',
      'x-auth-*',
      '*-api-key',
      '*-secret',
      '*-authorization',
      '*-token',
      '*-credential',
      '*-signature',
    ],
    becomes: redacted,
    reason: 'proves who calls; that it was sent is evidence, what was sent is a secret',
  },
  {
    names: ['mcp-session-id', '*-encryption-key*', '*-customer-key*', 'x-ms-client-principal*', 'x-goog-iap-*'],
    becomes: redacted,
    reason: 'gives access to a session or file, or names the signed-in user',
  },
  {
    names: ['cookie', 'set-cookie', 'set-cookie2'],
    reason: 'session cookies of the network edge: secrets that are not part of the API',
  },
  {
    names: [
      'openai-organization',
      'openai-project',
      'anthropic-organization-id',
      'anthropic-workspace-id',
      'x-goog-user-project',
      'x-goog-authenticated-user-*',
      '*-organization',
      '*-organization-id',
      '*-project-id',
      '*-workspace-id',
      '*-tenant-id',
      '*-subscription-id',
      '*-account-id',
      '*-account-name',
      'azureml-served-by-cluster',
    ],
    becomes: redacted,
    reason: 'names the account',
  },
  {
    names: [
      'forwarded',
      'x-forwarded-*',
      'x-original-forwarded-*',
      'x-real-ip',
      '*client-ip',
      '*clientip',
      '*-connecting-ip',
      '*-user-ip',
      'x-cluster-client-ip',
      'x-remote-addr',
    ],
    reason: 'the address from which was called',
  },
  {
    names: [
      'request-id',
      '*-request-id',
      '*-requestid',
      '*-correlation-id',
      'amz-sdk-invocation-id',
      'idempotency-key',
      'x-goog-ext-*',
    ],
    becomes: 'req_scrubbed',
    reason: 'another one every time; that the API has such a header is kept',
  },
  {
    names: ['date', 'expires', 'last-modified'],
    becomes: 'Thu, 01 Jan 1970 00:00:00 GMT',
    reason: 'another one every time',
  },
  {
    names: ['x-amz-date', 'x-ms-date', 'x-amz-content-sha256', 'amz-sdk-request'],
    reason: 'parts of a signature or a retry, another one every time',
  },
  {
    names: [
      'cf-ray',
      'traceparent',
      'tracestate',
      'baggage',
      'sentry-trace',
      'x-b3-*',
      'x-datadog-*',
      '*-trace-id',
      'x-cloud-trace-context',
      'x-envoy-*',
      'x-kong-*',
      'x-amz-cf-*',
      'x-azure-ref*',
      'x-msedge-ref',
      'x-guploader-uploadid',
      'x-served-by',
      'x-timer',
    ],
    reason: 'marks of the network edge, another one every time',
  },
  {
    names: ['server-timing', '*-processing-ms', '*-latency', '*-service-time', '*_cost-time', 'age'],
    reason: 'durations, another one every time',
  },
  {
    names: ['*ratelimit*'],
    reason: "what is left of an account's quota",
  },
  {
    names: [
      'host',
      'connection',
      'keep-alive',
      'content-length',
      'transfer-encoding',
      'accept-encoding',
      'via',
      'server',
      'alt-svc',
      'nel',
      'report-to',
      'strict-transport-security',
      'cf-cache-status',
    ],
    reason: 'belongs to the connection, not to the message',
  },
  {
    names: ['user-agent', 'x-stainless-*', 'x-goog-api-client', 'x-amz-user-agent', 'x-ms-useragent'],
    reason: "names the sender's machine; the SDK is in the provenance",
  },
  {
    names: ['accept', 'accept-language'],
    values: ['*', '*/*'],
    reason: 'says what its absence says (RFC 9110, 12.5); fetch adds it on the wire, where only a server sees it',
  },
  {
    names: ['sec-fetch-mode'],
    reason: 'added by fetch on the wire, where only a server sees it',
  },
];

/** Query parameters, and fields of forms. */
export const parameterRules: readonly NameRule[] = [
  {
    names: [
      'key',
      'api_key',
      'api-key',
      'apikey',
      'x-api-key',
      'subscription-key',
      'auth',
      'authorization',
      'secret',
      'token',
      '*_token',
      '*-token',
    ],
    becomes: redacted,
    reason: 'proves who calls',
  },
  {
    names: ['client_secret', 'client_assertion', 'assertion', 'code_verifier', 'password'],
    becomes: redacted,
    reason: 'buys a token',
  },
  {
    names: ['sig', 'signature', 'googleaccessid', 'x-goog-*', 'awsaccesskeyid', 'key-pair-id', 'policy'],
    becomes: redacted,
    reason: 'a signed link opens a file',
  },
  {
    names: ['skoid', 'sktid', 'saoid', 'suoid', 'scid', 'sduoid', 'skdutid'],
    becomes: placeholderUuid,
    reason: 'names the account and the user who signed a link of Azure Storage',
  },
  { names: ['sip'], becomes: placeholderAddress, reason: 'the address for which a link of Azure Storage holds' },
  { names: ['login_hint', 'upn'], becomes: redacted, reason: 'names who signs in' },
  { names: ['x-amz-*'], becomes: redacted, reason: 'a signed link or request of AWS' },
  { names: ['code'], becomes: redacted, reason: 'the key of a function of Azure, or what buys a token' },
];
