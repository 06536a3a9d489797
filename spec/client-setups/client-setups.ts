/** Ways to create clients, and the duties of an adapter then. */
import type { ProviderApiId } from '../../matrix/ids.ts';
import { type ProviderApi, recordingOf } from '../../matrix/model.ts';
import type { HttpResponse } from '../../recordings/format/exchange.ts';
import type { ChatOptions, ClientSettings, Credentials } from '../contract/index.ts';
import type { Scenario } from '../scenarios/schema.ts';

/** One way to make a client. */
export interface Setup {
  /** What is tried, as the end of "where …": `the caller gives a token by a function`. */
  readonly what: string;
  readonly settings: ClientSettings;
  /** What the message must name where no client can be made so, for its reader to know what to change. */
  readonly names?: string;
  /** Variables of the environment while the client is made and used. */
  readonly environment?: Readonly<Record<string, string>>;
}

/**
 * The ways of one kind. Pure.
 *
 * @param usual what clients of this variant of the API are made with in replay
 * @param variants the same for the variants of the API that offer the tool of the conversation
 */
export type SetupsOf = (
  usual: ClientSettings,
  column: ProviderApi,
  variants?: readonly ClientSettings[],
) => readonly Setup[];

/** Stands in secrets that no message may repeat, and in variables that nothing may be taken from. */
export const mark = 'hush-hush';

// Every kind of credentials that a provider API takes.

type Kind = Credentials['type'];

/** One example of each kind, and in words what it is. */
const examples: Readonly<Record<Kind, readonly [what: string, example: Credentials]>> = {
  apiKey: ['an API key', { type: 'apiKey', apiKey: 'key-of-this-caller' }],
  bearerToken: ['a bearer token', { type: 'bearerToken', token: 'token-of-this-caller' }],
  tokenProvider: [
    'a function that gives a bearer token',
    { type: 'tokenProvider', getToken: async () => 'token-that-was-asked-for' },
  ],
  awsKeys: [
    'temporary keys of AWS, with a session',
    { type: 'awsKeys', accessKeyId: 'CALLER', secretAccessKey: 'key-of-this-caller', sessionToken: 'this-session' },
  ],
};

/** The kinds that a variant of an API takes: the one that recordings are made with, and what the matrix lists beside it. */
export function kindsTaken(column: ProviderApi, { surface }: Pick<ClientSettings, 'surface'>): readonly Kind[] {
  const recording = recordingOf(column, surface);
  return recording ? [recording.credentials.type, ...(recording.credentials.or ?? [])] : [];
}

export const supportedCredentials: SetupsOf = (usual, column) =>
  kindsTaken(column, usual).map((kind) => {
    const [what, credentials] = examples[kind];
    return { what: `the caller gives ${what}`, settings: { ...usual, credentials } };
  });

// Base URLs that are not written as the provider writes its own.

const places: SetupsOf = (usual) => [
  { what: 'the base URL ends with a slash', settings: { ...usual, baseUrl: `${usual.baseUrl}/` } },
  {
    what: 'the base URL is that of a gateway on this machine, without TLS',
    settings: { ...usual, baseUrl: onThisMachine(usual.baseUrl) },
  },
];

/** The path stays: it is where the gateway begins. */
const onThisMachine = (url: string): string => url.replace(/^https:\/\/[^/]+/, 'http://127.0.0.1:8080');

// What surrounds a process and could have a say in its calls: keys, hosts, headers, profiles.

/**
 * Variables that official SDKs read. Sources: their README files and types, by package. Those that add headers by design are none:
 * `ANTHROPIC_CUSTOM_HEADERS`, `OPENAI_CUSTOM_HEADERS`, the trace of AWS Lambda.
 */
const keys = [
  ...['ANTHROPIC_API_KEY', 'ANTHROPIC_AUTH_TOKEN', 'ANTHROPIC_PROFILE'],
  ...['OPENAI_API_KEY', 'OPENAI_ADMIN_KEY', 'OPENAI_ORG_ID', 'OPENAI_PROJECT_ID', 'OPENAI_WEBHOOK_SECRET'],
  ...['AZURE_OPENAI_API_KEY', 'AZURE_CLIENT_SECRET', 'OPENAI_API_VERSION'],
  ...['GOOGLE_API_KEY', 'GEMINI_API_KEY', 'GOOGLE_CLOUD_PROJECT', 'GOOGLE_CLOUD_LOCATION', 'GOOGLE_GENAI_API_VERSION'],
  ...['MISTRAL_API_KEY', 'AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY', 'AWS_SESSION_TOKEN', 'AWS_PROFILE'],
  ...['AWS_BEARER_TOKEN_BEDROCK', 'AWS_REGION', 'AWS_SDK_UA_APP_ID', 'AWS_EXECUTION_ENV'],
];

const hosts = [
  ...['ANTHROPIC_BASE_URL', 'OPENAI_BASE_URL', 'AZURE_OPENAI_ENDPOINT', 'AWS_ENDPOINT_URL'],
  ...['GOOGLE_GEMINI_BASE_URL', 'GOOGLE_VERTEX_BASE_URL'],
];

const others: Readonly<Record<string, string>> = {
  MISTRAL_SDK_TELEMETRY: mark,
};

const everyVariable: Readonly<Record<string, string>> = {
  ...Object.fromEntries(keys.map((name) => [name, mark])),
  ...Object.fromEntries(hosts.map((name) => [name, 'https://elsewhere.example'])),
  ...others,
};

/** Google's SDK chooses between its two services by these, in whichever direction. */
const switches = ['true', 'false'].map((value) => ({
  GOOGLE_GENAI_USE_VERTEXAI: value,
  GOOGLE_GENAI_USE_ENTERPRISE: value,
}));

export const environmentSetups: SetupsOf = (usual) =>
  switches.map((chosen) => ({
    what: `the environment has keys, hosts and headers of somebody else, and GOOGLE_GENAI_USE_VERTEXAI=${chosen.GOOGLE_GENAI_USE_VERTEXAI}`,
    settings: usual,
    environment: { ...everyVariable, ...chosen },
  }));

// Settings that no client can be made with, or no call.

const noUrl = 'provider.example';
const noSurface = 'no-such-surface';

export const invalidSettings: SetupsOf = (usual, column) => [
  { what: 'the base URL is none', settings: { ...usual, baseUrl: noUrl }, names: noUrl },
  ...credentialsOf(usual, column),
  ...surfaceOf(usual, column),
  ...parametersOf(usual, column),
];

/** Kinds that the API does not take, and of those that it takes what can be sent in no header. */
function credentialsOf(usual: ClientSettings, column: ProviderApi): Setup[] {
  const kinds = kindsTaken(column, usual);
  const foreign = Object.entries(examples)
    .filter(([kind]) => !(kinds as readonly string[]).includes(kind))
    .map(([, [what, credentials]]) => ({ what: `the caller gives ${what}, which the API does not take`, credentials }));
  const invalidHeaderValue = kinds.flatMap((kind) => [
    { what: `${examples[kind][0]} is empty`, credentials: holding(kind, '') },
    { what: `${examples[kind][0]} has two lines`, credentials: holding(kind, `${mark}\n${mark}`) },
  ]);
  const silent = kinds.includes('tokenProvider')
    ? [{ what: 'the function that gives a token fails', credentials: failing }]
    : [];
  return [...foreign, ...invalidHeaderValue, ...silent].map(({ what, credentials }) => ({
    what,
    settings: { ...usual, credentials },
  }));
}

function holding(type: Credentials['type'], secret: string): Credentials {
  switch (type) {
    case 'apiKey':
      return { type, apiKey: secret };
    case 'bearerToken':
      return { type, token: secret };
    case 'tokenProvider':
      return { type, getToken: async () => secret };
    case 'awsKeys':
      return { type, accessKeyId: secret, secretAccessKey: secret };
  }
}

const failing: Credentials = {
  type: 'tokenProvider',
  getToken: async () => {
    throw new Error(`no token for ${mark}`);
  },
};

/** Where there are variants to choose from. */
function surfaceOf(usual: ClientSettings, { surfaces }: ProviderApi): Setup[] {
  if (surfaces.length < 2) return [];
  return [{ what: 'the variant of the API is none', settings: { ...usual, surface: noSurface }, names: noSurface }];
}

/** What names the caller's own resources and is not in the base URL is nowhere where it is left out. */
function parametersOf({ parameters = {}, ...usual }: ClientSettings, column: ProviderApi): Setup[] {
  const surface = column.surfaces.find(({ id }) => id === usual.surface);
  const urls = [surface?.baseUrl ?? column.baseUrl, ...Object.values(column.endpoints ?? {})].join(' ');
  return Object.keys(parameters)
    .filter((name) => !urls.includes(`{${name}}`))
    .map((name) => ({
      what: `"${name}" is not among the parameters`,
      settings: { ...usual, parameters: Object.fromEntries(Object.entries(parameters).filter(([n]) => n !== name)) },
      names: name,
    }));
}

// Variants of the API that differ in where they are, by their names.

const variantSetups: SetupsOf = ({ model }, column, variants = []) =>
  variants.map((settings) => ({
    what: `the variant of the API is ${titleOf(column, settings.surface)}`,
    // Responses name the model that was recorded.
    settings: { ...settings, model },
  }));

const titleOf = ({ surfaces, versions = [] }: ProviderApi, surface: string | undefined) =>
  [...surfaces, ...versions].find(({ id }) => id === surface)?.title ?? surface;

// Conversations of APIs that keep them, as ones that are not kept.

const optionsOf = ({ options, turns }: Scenario): readonly ChatOptions[] => [
  options,
  ...turns.map((turn) => turn.options ?? {}),
];

/**
 * Whether a conversation is not one that the service keeps, and what it holds is known to go back. Pure.
 *
 * @param unknown types of tools, and ids of scenarios, whose items are not known to go back
 */
export function mayBeUnstored(scenario: Scenario, unknown: readonly string[]): boolean {
  const all = optionsOf(scenario);
  const kinds = [scenario.id, ...all.flatMap(({ tools = [] }) => tools.map(({ type }) => type))];
  return all.every(({ conversationId }) => conversationId === undefined) && !kinds.some((k) => unknown.includes(k));
}

/**
 * A conversation with `store: false`. Where the model has the last word, the user goes on, so that everything before is sent once. Pure.
 *
 * @returns `undefined` where nothing would be sent back
 */
export function unstored(base: Scenario): UnstoredConversation | undefined {
  const { options, turns, expect, ...scenario } = base;
  const last = expect.at(-1) ?? [];
  const isOver =
    last.some((fact) => fact.kind === 'finish' && fact.reason === 'stop') &&
    // The plain response has no form that is asked for.
    optionsOf(base).every((one) => one.responseFormat === undefined && one.rawRepresentation?.text === undefined);
  if (!isOver && expect.length < 2) return undefined;
  const { store: _, ...own } = turns.at(-1)?.options ?? {};
  const next = isOver ? [{ user: 'Thank you. What else can you do?', options: own }] : [];
  const without = ({ store: _, ...rest }: ChatOptions): ChatOptions => rest;
  return {
    scenario: {
      ...scenario,
      options: { ...options, store: false },
      turns: [...turns.map((turn) => (turn.options ? { ...turn, options: without(turn.options) } : turn)), ...next],
      expect: [...expect, ...next.map(() => [{ kind: 'text' as const }])],
    },
    goesOn: isOver,
  };
}

interface UnstoredConversation {
  readonly scenario: Scenario;
  /** Whether it has one more call, which the plain response answers. */
  readonly goesOn: boolean;
}

// Conversations in which a call is made while another goes on.

/** How the service refuses a call in a conversation that is in use. */
export interface ConversationInUse {
  readonly refusal: HttpResponse;
  /** Whether it is in use as well while the application is to act. */
  readonly isWhileWaiting?: true;
}

const refusal = (status: number, error: object): HttpResponse => ({
  status,
  headers: [
    ['content-type', 'application/json'],
    ['x-request-id', 'req_scrubbed'],
  ],
  body: { text: JSON.stringify(error) },
});

/** Source: https://github.com/openai/openai-python/issues/1023. */
const activeRun: ConversationInUse = {
  refusal: refusal(400, {
    error: {
      message: "Can't add messages to thread_harbour while a run run_harbour is active.",
      type: 'invalid_request_error',
      param: null,
      code: null,
    },
  }),
  isWhileWaiting: true,
};

/** Provider APIs of which it is known. Chains of responses are none: each call begins a branch. */
const conversationsInUse: ReadonlyMap<ProviderApiId, ConversationInUse> = new Map([
  ['openai-assistants', activeRun],
  ['azure-foundry-agents', activeRun],
  // Source: https://github.com/paulgmiller/careme/issues/379.
  [
    'openai-responses',
    {
      refusal: refusal(400, {
        error: {
          message: 'Another process is currently operating on this conversation. Please retry in a few seconds.',
          type: 'invalid_request_error',
          param: 'conversation',
          code: 'conversation_locked',
        },
      }),
    },
  ],
  // Source: https://github.com/livekit/agents/pull/5586; the other members are those of its errors elsewhere.
  [
    'mistral',
    {
      refusal: refusal(409, {
        object: 'error',
        message: 'Conversation is being updated, concurrent requests are not supported',
        type: 'invalid_request_error',
        param: null,
        code: null,
      }),
    },
  ],
]);

// The kinds.

/** Ways of one kind to make a client. They are tried on one conversation per variant of the API, or per tool. */
export interface SetupKind {
  /** Replaces the id of a scenario. */
  readonly id: string;
  readonly title: string;
  readonly purpose: string;
  readonly setupsOf: SetupsOf;
  /** Whether no client can be made so, or no call. */
  readonly isRefused?: true;
  /**
   * Whether it is tried with each tool, on each variant of the API that has a base URL of its own and offers the tool. An adapter that can
   * make no client for a variant does not have it.
   */
  readonly isOfVariants?: true;
  /** Whether two conversations go on at once through one client. */
  readonly isAtOnce?: true;
  /** Whether a call is made in a conversation while another goes on there, and how a provider API refuses it. */
  readonly inUse?: ReadonlyMap<ProviderApiId, ConversationInUse>;
  /**
   * Provider APIs that keep conversations unless they are told not to: each conversation of a tool is tried, as one that is not kept. With
   * each are types of tools, and ids of scenarios, of whose items neither a document nor a type says that they can be sent back.
   */
  readonly unstoredOn?: ReadonlyMap<string, readonly string[]>;
  /** The checks that judge the outcome. */
  readonly checks: readonly string[];
}

/** Checks of requests with the caller’s settings, and of their responses. */
const asUsual = [
  ...['request-credentials', 'request-requirements', 'request-sequence', 'sends-options'],
  ...['error-types', 'returns-provider-errors', 'no-leaks'],
];

export const setupKinds: readonly SetupKind[] = [
  {
    id: 'setup-credentials',
    title: 'Sends each supported kind of credentials',
    purpose: 'Requests carry the caller’s credentials, of any supported kind, and no others.',
    setupsOf: supportedCredentials,
    checks: asUsual,
  },
  {
    id: 'setup-base-urls',
    title: 'Sends requests to gateway base URLs',
    purpose: 'All requests go to the caller’s base URL, with any path and port.',
    setupsOf: places,
    checks: asUsual,
  },
  {
    id: 'setup-environment',
    title: 'Ignores keys, hosts and headers in the environment',
    purpose: 'An adapter uses only the caller’s settings. Its SDK must not read the environment.',
    setupsOf: environmentSetups,
    checks: asUsual,
  },
  {
    id: 'setup-surfaces',
    title: 'Sends the tool on each surface and version',
    purpose:
      'A tool that several surfaces or versions of the API offer is sent on each, to its host and path, with its version, and returned the same: function calling in both modes, other tools in one of them.',
    setupsOf: variantSetups,
    isOfVariants: true,
    checks: [
      ...asUsual,
      'request-provider-rules',
      ...['sends-tools', 'sends-history', 'sends-function-results', 'sends-action-results', 'sends-approvals'],
      ...['returns-text', 'returns-function-calls', 'returns-hosted-tools', 'returns-actions', 'returns-citations'],
    ],
  },
  {
    id: 'setup-without-state',
    title: 'Sends complete conversations if nothing is stored',
    purpose: 'With "store: false", all items of earlier responses are sent back, of every kind that the service has.',
    setupsOf: () => [],
    unstoredOn: new Map([
      // Patches are played with "store: false" as they are.
      ['openai-responses', ['call-error-text', 'action-patch-files']],
      ['azure-foundry-v2', ['openapi', 'stateful-function', 'provider-specific', 'raw', 'consent-required']],
    ]),
    checks: [
      ...asUsual,
      ...['sends-history', 'sends-hosted-history', 'sends-opaque-state', 'sends-function-results', 'sends-approvals'],
      ...['sends-action-results', 'request-provider-rules', 'request-schema'],
    ],
  },
  {
    id: 'setup-calls-at-once',
    title: 'Keeps two conversations of one client apart',
    purpose:
      'Two conversations run at once through one client, as in a server with many users. Neither gets words, calls or state of the other.',
    setupsOf: () => [],
    isAtOnce: true,
    checks: [
      // Both declare the same tools: what a client makes of them may serve both.
      ...['request-sequence', 'sends-options', 'sends-history', 'sends-function-results'],
      ...['returns-text', 'returns-function-calls', 'call-ids-match', 'returns-finish-reason', 'returns-usage'],
      ...['error-types', 'returns-provider-errors', 'request-provider-rules'],
    ],
  },
  {
    id: 'setup-conversation-in-use',
    title: 'Reports that a conversation is in use',
    purpose:
      'The same call is sent twice at once in one conversation, and the service rejects the second. Its caller gets the error, and the first continues as if alone.',
    setupsOf: () => [],
    inUse: conversationsInUse,
    checks: [
      ...['request-sequence', 'sends-options', 'sends-history', 'sends-function-results', 'request-provider-rules'],
      ...['returns-text', 'returns-function-calls', 'call-ids-match', 'returns-finish-reason', 'returns-usage'],
      ...['error-types', 'error-message', 'error-retryable', 'returns-provider-errors', 'no-finish-before-error'],
    ],
  },
  {
    id: 'setup-invalid-settings',
    title: 'Rejects unusable settings without repeating secrets',
    purpose: 'The adapter rejects unusable settings before it sends anything, with a message that repeats no secret.',
    setupsOf: invalidSettings,
    isRefused: true,
    checks: ['rejects-invalid-settings', 'no-leaks'],
  },
];
