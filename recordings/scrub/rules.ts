/**
 * What never reaches a comparison, a log or a disk, and why. Data only; `scrub.ts` applies it.
 *
 * Names are compared without regard to case; a `*` stands for any characters.
 */

/** What stands where a secret stood: the reader still sees that something was sent. */
export const redacted = 'REDACTED';

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
      '*-api-key',
      '*-auth-token',
      '*-access-token',
      '*-secret',
      '*-authorization',
      '*-token',
    ],
    becomes: redacted,
    reason: 'proves who calls; that it was sent is evidence, what was sent is a secret',
  },
  {
    names: ['cookie', 'set-cookie', 'set-cookie2'],
    reason: 'sessions and bot marks of the network edge: a secret, and no part of the API',
  },
  {
    names: [
      'openai-organization',
      'openai-project',
      'anthropic-organization-id',
      'anthropic-workspace-id',
      'x-goog-user-project',
      'x-ms-client-principal*',
    ],
    becomes: redacted,
    reason: 'names the account',
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
    names: ['cf-ray', 'traceparent', 'tracestate', 'x-cloud-trace-context', 'x-amzn-trace-id', 'x-envoy-*', 'x-kong-*'],
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
    names: ['key', 'api_key', 'api-key', 'apikey', 'subscription-key', 'access_token', 'token', 'id_token'],
    becomes: redacted,
    reason: 'proves who calls',
  },
  {
    names: ['client_secret', 'client_assertion', 'assertion', 'refresh_token', 'password'],
    becomes: redacted,
    reason: 'buys a token',
  },
  {
    names: ['sig', 'signature', 'googleaccessid', 'x-goog-*'],
    becomes: redacted,
    reason: 'a signed link opens a file',
  },
  { names: ['x-amz-*'], becomes: redacted, reason: 'a signed link or request of AWS' },
  { names: ['code'], becomes: redacted, reason: 'the key of a function of Azure, or what buys a token' },
];

/** Members of JSON bodies, at any depth. */
export interface MemberRule {
  readonly members: readonly string[];
  /** Only in an object that has one of these members as well. */
  readonly beside?: readonly string[];
  /** Members of it that say what kind it is, and are no secret. */
  readonly keeps?: readonly string[];
  readonly reason: string;
}

const mcpServer = ['server_url', 'server_label', 'connector_id', 'connectorId', 'serverUrl', 'url'];

/** Text becomes `REDACTED`; of an object, all text inside; anything else stays. */
export const memberRules: readonly MemberRule[] = [
  {
    members: ['authorization_token', 'authorizationToken'],
    reason: 'opens an MCP server (Anthropic)',
  },
  {
    members: ['authorization'],
    beside: mcpServer,
    keeps: ['type'],
    reason: 'opens an MCP server or connector (OpenAI, Azure, Mistral)',
  },
  {
    members: ['headers'],
    beside: [...mcpServer, 'approve', 'tool_call_id'],
    reason: 'sent to an MCP server, which usually means its key (OpenAI, Azure, Google)',
  },
  {
    members: [
      'api_key',
      'apiKey',
      'apiKeyString',
      'access_token',
      'accessToken',
      'idToken',
      'refresh_token',
      'client_secret',
      'clientSecret',
    ],
    reason: 'a credential by its name',
  },
  {
    members: ['secretAccessKey', 'sessionToken', 'SecretAccessKey', 'SessionToken'],
    reason: 'a credential of AWS',
  },
  {
    members: ['sessionAttributes'],
    reason: 'what an application hands to its own functions past the model, which may be keys (Amazon Bedrock Agents)',
  },
];

/** Members of JSON bodies whose text is base64. Where that holds text again, all rules for bodies are applied to it. */
export const encodedMembers: readonly MemberRule[] = [
  { members: ['bytes'], reason: 'how AWS writes bytes: what an agent says, the files that it makes or is given' },
];

/** Text that is a secret wherever it stands: in a URL, a header, a body. `$1` is what is kept before it. */
export interface TextRule {
  readonly pattern: RegExp;
  readonly becomes: string;
  readonly reason: string;
}

export const textRules: readonly TextRule[] = [
  { pattern: /(?<![\w-])(sk-)[\w-]{20,}/g, becomes: `$1${redacted}`, reason: 'a key of OpenAI or Anthropic' },
  { pattern: /(?<![\w-])(AIza)[\w-]{35}(?![\w-])/g, becomes: `$1${redacted}`, reason: 'a key of Google' },
  { pattern: /(?<![\w-])(ya29\.)[\w.-]{20,}/g, becomes: `$1${redacted}`, reason: 'an access token of Google' },
  {
    pattern: /(?<![A-Za-z0-9+/])(AKIA|ASIA)[A-Z0-9]{16}(?![A-Za-z0-9+/=])/g,
    becomes: `$1${redacted}`,
    reason: 'a key id of AWS',
  },
  { pattern: /(?<![\w-])(gh[pousr]_|github_pat_)\w{20,}/g, becomes: `$1${redacted}`, reason: 'a token of GitHub' },
  { pattern: /(?<![\w-])(xox[abeoprs]-)[\w-]{10,}/g, becomes: `$1${redacted}`, reason: 'a token of Slack' },
  { pattern: /(?<![\w-])(eyJ)[\w-]{8,}\.eyJ[\w-]{8,}\.[\w-]+/g, becomes: `$1${redacted}`, reason: 'a JSON web token' },
  { pattern: /\b(Bearer\s+)[\w.~+/-]{16,}=*/gi, becomes: `$1${redacted}`, reason: 'a bearer token' },
  {
    pattern: /(-----BEGIN [A-Z ]*PRIVATE KEY-----)(?!REDACTED-)[\s\S]*?(?=-----END )/g,
    becomes: `$1${redacted}`,
    reason: 'a private key',
  },
  {
    pattern:
      /((?:[?&]|\\u0026|&amp;)(?:sig|x-amz-(?:signature|credential|security-token)|x-goog-(?:signature|credential))=)[^&"'\s\\<>]+/gi,
    becomes: `$1${redacted}`,
    reason: 'a signed link in a body',
  },
  {
    pattern: /(\/\/[\w.-]+\.azurewebsites\.net(?::\d+)?\/[^\s"'?\\<>]*\?(?:[^\s"'#\\<>]*&)?code=)[^&"'\s\\<>]+/gi,
    becomes: `$1${redacted}`,
    reason: 'a link in a body with the key of a function of Azure',
  },
  {
    pattern: /(\/(?:agents|sessions)\/)[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}(?![^/?#])/g,
    becomes: '$1session-scrubbed',
    reason:
      'a session of Amazon Bedrock Agents, or the name of an agent, that a client made up: another one every time',
  },
  {
    pattern: /(\barn:aws[\w-]*:[\w-]*:[\w-]*:)\d{12}(?=:)/g,
    becomes: '$1000000000000',
    reason: 'names an AWS account',
  },
];
