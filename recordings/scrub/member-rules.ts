/** What of JSON is taken out by the names of its members, and why. Data only; `body.ts` applies it. */
import { placeholderAddress, placeholderUuid, redacted } from './name-rules.ts';

/** Members of JSON bodies, at any depth. */
export interface MemberRule {
  readonly members: readonly string[];
  /** Only in an object that has one of these members as well. */
  readonly beside?: readonly string[];
  /** Members of it that say what kind it is, and are no secret. */
  readonly keeps?: readonly string[];
  /** Only text of this form, directly in it, and what that becomes. Without it, all text inside becomes `REDACTED`. */
  readonly forms?: readonly TextForm[];
  readonly reason: string;
}

/** A form of text as a whole. */
export interface TextForm {
  readonly form: RegExp;
  /** `$1` is what is kept. */
  readonly becomes: string;
}

const uuid: TextForm = { form: /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i, becomes: placeholderUuid };
const account: TextForm = { form: /^\d{12}$/, becomes: '000000000000' };
const prefixed: TextForm = { form: /^([a-z]+[-_])[A-Za-z0-9]{12,}$/, becomes: `$1${redacted}` };
const address: TextForm = {
  form: /^(?:\d{1,3}(?:\.\d{1,3}){3}|(?:[\da-f]{0,4}:){2,7}[\da-f]{0,4})$/i,
  becomes: placeholderAddress,
};
const mail: TextForm = {
  form: /^[\w.+-]+@(?!(?:[\w-]+\.)*example(?:\.\w+)?$)[\w.-]+$/,
  becomes: 'somebody@mail.example',
};

const mcpServer = ['server_url', 'server_label', 'connector_id', 'connectorId', 'serverUrl', 'url'];

/** What an object of headers, as a server or proxy quotes them, holds besides secrets. */
const otherHeaders = ['user-agent', 'host', 'accept', 'content-type'];

export const memberRules: readonly MemberRule[] = [
  {
    members: ['authorization_token', 'authorizationToken'],
    reason: 'opens an MCP server (Anthropic)',
  },
  {
    members: ['authorization'],
    beside: mcpServer,
    keeps: ['type'],
    reason: 'a credential of an MCP server or connector (OpenAI, Azure, Mistral)',
  },
  {
    members: ['headers'],
    beside: [...mcpServer, 'approve', 'tool_call_id'],
    reason: 'sent to an MCP server, which usually means its key (OpenAI, Azure, Google)',
  },
  {
    members: ['authorization', 'cookie', 'set-cookie'],
    beside: otherHeaders,
    reason: 'headers of a request, as a server or proxy quotes them',
  },
  {
    members: ['Authorization', 'Proxy-Authorization', 'Cookie', 'Set-Cookie'].concat(
      ['x-api-key', 'api-key', 'x-goog-api-key', 'x-amz-security-token', 'ocp-apim-subscription-key'],
      ['X-Api-Key', 'X-API-Key', 'Api-Key', 'X-Goog-Api-Key', 'X-Amz-Security-Token', 'Ocp-Apim-Subscription-Key'],
    ),
    reason: 'a header by its name, as a server or proxy quotes it',
  },
  {
    members: ['api_key', 'apiKey', 'apiKeyString', 'access_token', 'accessToken', 'id_token', 'idToken'].concat(
      ['refresh_token', 'refreshToken', 'auth_token', 'authToken', 'bearer_token', 'bearerToken'],
      ['client_secret', 'clientSecret', 'client_assertion', 'private_key', 'privateKey', 'sasToken', 'sas_token'],
      ['accountKey', 'AccountKey', 'connectionString', 'connection_string', 'mcp_session_id'],
    ),
    reason: 'a credential by its name',
  },
  {
    members: [
      'secretAccessKey',
      'sessionToken',
      'SecretAccessKey',
      'SessionToken',
      'AccessKeyId',
      'accessKeyId',
    ].concat([
      'aws_access_key_id',
      'aws_secret_access_key',
      'aws_session_token',
      'AWSAccessKeyId',
      'SignatureProvided',
    ]),
    reason: 'a credential of AWS, or what S3 says of one that it refuses',
  },
  {
    members: ['sessionAttributes'],
    reason: 'what an application hands to its own functions past the model, which may be keys (Amazon Bedrock Agents)',
  },
  {
    members: ['organization', 'organization_id', 'organizationId', 'organization_uuid', 'org_id', 'orgId'].concat(
      ['project_id', 'projectId', 'project_number', 'projectNumber', 'workspace_id', 'workspaceId'],
      ['tenant', 'tenant_id', 'tenantId', 'subscription_id', 'subscriptionId', 'account', 'account_id', 'accountId'],
      ['accountUuid', 'account_uuid', 'Account', 'owner_id', 'ownerId', 'oid', 'tid', 'principalId', 'principal_id'],
    ),
    forms: [uuid, account, prefixed],
    reason:
      'names the account, where it has the form of what providers make up: what an application calls so itself stays',
  },
  {
    members: ['ip', 'ip_address', 'ipAddress', 'client_ip', 'clientIp', 'clientIpAddress', 'remote_addr'].concat([
      'source_ip',
      'sourceIp',
      'sourceIPAddress',
      'callerIp',
      'caller_ip',
    ]),
    forms: [address],
    reason: 'the address from which was called',
  },
  {
    members: [
      'request_id',
      'requestId',
      'requestID',
      'RequestId',
      'requestid',
      'x-request-id',
      'x-amzn-requestid',
    ].concat(['apim-request-id', 'x-ms-request-id', 'HostId']),
    forms: [uuid, { form: /^[\s\S]*\S[\s\S]*$/, becomes: 'req_scrubbed' }],
    reason: 'another one every time; a provider finds the account by it',
  },
  {
    members: ['email', 'email_address', 'emailAddress', 'user_email', 'userEmail', 'upn', 'preferred_username'],
    forms: [mail],
    reason: 'names a person; addresses of hosts that are nobody’s stay',
  },
];

/** Members of JSON bodies whose text is base64. Where that holds text again, all rules for bodies are applied to it. */
export const encodedMembers: readonly Pick<MemberRule, 'members' | 'reason'>[] = [
  { members: ['bytes'], reason: 'how AWS writes bytes: what an agent says, the files that it makes or is given' },
];
