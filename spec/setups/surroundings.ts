/** What surrounds a process and could have a say in its calls: keys, hosts, headers, profiles. */
import { mark, type SetupsOf } from './setup.ts';

/** Variables that official SDKs read. Sources: their README files and types, by package. */
const keys = [
  ...['ANTHROPIC_API_KEY', 'ANTHROPIC_AUTH_TOKEN', 'ANTHROPIC_PROFILE'],
  ...['OPENAI_API_KEY', 'OPENAI_ADMIN_KEY', 'OPENAI_ORG_ID', 'OPENAI_PROJECT_ID', 'OPENAI_WEBHOOK_SECRET'],
  ...['AZURE_OPENAI_API_KEY', 'AZURE_CLIENT_SECRET', 'OPENAI_API_VERSION'],
  ...['GOOGLE_API_KEY', 'GEMINI_API_KEY', 'GOOGLE_CLOUD_PROJECT', 'GOOGLE_CLOUD_LOCATION', 'GOOGLE_GENAI_API_VERSION'],
  ...['MISTRAL_API_KEY', 'AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY', 'AWS_SESSION_TOKEN', 'AWS_PROFILE'],
  ...['AWS_BEARER_TOKEN_BEDROCK', 'AWS_REGION', 'AWS_SDK_UA_APP_ID', 'AWS_EXECUTION_ENV'],
  ...['_X_AMZN_TRACE_ID', 'AWS_LAMBDA_FUNCTION_NAME'],
];

const hosts = [
  ...['ANTHROPIC_BASE_URL', 'OPENAI_BASE_URL', 'AZURE_OPENAI_ENDPOINT', 'AWS_ENDPOINT_URL'],
  ...['GOOGLE_GEMINI_BASE_URL', 'GOOGLE_VERTEX_BASE_URL'],
];

const others: Readonly<Record<string, string>> = {
  ANTHROPIC_CUSTOM_HEADERS: `authorization: Bearer ${mark}\nx-api-key: ${mark}`,
  OPENAI_CUSTOM_HEADERS: `authorization: Bearer ${mark}\napi-key: ${mark}`,
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

export const surroundings: SetupsOf = (usual) =>
  switches.map((chosen) => ({
    what: `the environment has keys, hosts and headers of somebody else, and GOOGLE_GENAI_USE_VERTEXAI=${chosen.GOOGLE_GENAI_USE_VERTEXAI}`,
    settings: usual,
    environment: { ...everyVariable, ...chosen },
  }));
