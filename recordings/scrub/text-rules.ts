/** What is a secret wherever it stands, and why. Data only; `text.ts` applies it. */
import { placeholderAddress, placeholderUuid, redacted } from './name-rules.ts';

/** Text that is a secret wherever it stands: in a URL, a header, a body. */
export interface TextRule {
  readonly pattern: RegExp;
  /** Stands in every text that the pattern fits: looked for first, where the pattern may begin anywhere. */
  readonly needs?: string;
  /** What it becomes, or how that is made of it; `$1` is what is kept before it. */
  readonly becomes: string | ((found: string) => string);
  readonly reason: string;
}

/** Where a parameter of an address begins, also in JSON, in HTML, and in an address within an address. */
const parameter = String.raw`(?:[?&;]|\\u0026|&amp;|%(?:25)*(?:3f|26))`;
const uuid = String.raw`[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}`;

/** A parameter by its names, in an address that stands in text. */
const parameterNamed = (names: string, value: string): RegExp =>
  new RegExp(`(${parameter}(?:${names})(?:=|%(?:25)*3d))${value}`, 'gi');

/** Addresses of mail keep their length, where it suffices: what is said about a text counts its characters. */
function nobodysMail(found: string): string {
  const host = '@mail.example';
  return `${'x'.repeat(Math.max(1, found.length - host.length))}${host}`;
}

/** Whoever has it can do something with it. */
export const credentialRules: readonly TextRule[] = [
  { pattern: /(?<![\w-])(sk-)[\w-]{20,}/g, becomes: `$1${redacted}`, reason: 'a key of OpenAI or Anthropic' },
  { pattern: /(?<![\w-])(sess-|ek_)[A-Za-z0-9]{32,}/g, becomes: `$1${redacted}`, reason: 'a session of OpenAI' },
  { pattern: /(?<![\w-])(AIza)[\w-]{35}(?![\w-])/g, becomes: `$1${redacted}`, reason: 'a key of Google' },
  {
    pattern: /(?<![\w-])(AQ\.Ab|GOCSPX-|1\/\/0)[\w-]{20,}/g,
    becomes: `$1${redacted}`,
    reason: 'a key, secret or refresh token of Google',
  },
  { pattern: /(?<![\w-])(ya29\.)[\w.-]{20,}/g, becomes: `$1${redacted}`, reason: 'an access token of Google' },
  {
    pattern: /(?<![A-Za-z0-9+/])(AKIA|ASIA|ABIA|ACCA|AROA|AIDA)[A-Z0-9]{16}(?![A-Za-z0-9+/=])/g,
    becomes: `$1${redacted}`,
    reason: 'a key id of AWS, or the id of a user or role',
  },
  {
    pattern: /(?<![\w+/])(IQoJb3JpZ2lu|FwoGZXIvYXdz|FQoGZXIvYXdz)[\w+/%=-]{40,}/g,
    becomes: `$1${redacted}`,
    reason: 'a session token of AWS',
  },
  { pattern: /\b(Signature=)[\da-f]{64}\b/g, becomes: `$1${redacted}`, reason: 'the signature of a request of AWS' },
  {
    needs: 'JQQJ99',
    pattern: /(?<![A-Za-z0-9])[A-Za-z0-9]{52}JQQJ99[A-Za-z0-9]{26}(?![A-Za-z0-9])/g,
    becomes: redacted,
    reason: 'a key of an Azure AI service',
  },
  {
    pattern: /\b((?:AccountKey|SharedAccessKey|SharedAccessSignature)=)(?!REDACTED)[^;"'\s\\]+/g,
    becomes: `$1${redacted}`,
    reason: 'a key in a connection string of Azure',
  },
  {
    needs: 'Q~',
    pattern: /(?<![\w~.-])[\w~.-]{3}\dQ~[\w~.-]{31,34}(?![\w~.-])/g,
    becomes: redacted,
    reason: 'the secret of an application at Microsoft Entra',
  },
  { pattern: /(?<![\w-])(gh[pousr]_|github_pat_)\w{20,}/g, becomes: `$1${redacted}`, reason: 'a token of GitHub' },
  { pattern: /(?<![\w-])(xox[abeoprs]-)[\w-]{10,}/g, becomes: `$1${redacted}`, reason: 'a token of Slack' },
  {
    pattern:
      /(?<![\w-])(gsk_|hf_|xai-|r8_|pplx-|tvly-|glpat-|npm_|dapi|ntn_|lin_api_|[sr]k_live_|whsec_|SG\.)[\w.-]{24,}/g,
    becomes: `$1${redacted}`,
    reason: 'a key of a service that a tool or an MCP server calls, by how it begins',
  },
  {
    pattern: /(?<![\w-])eyJ[\w-]{8,}(?:\.eyJ[\w-]{8,}\.[\w-]+|(?:\.[\w-]*){4})/g,
    // Whoever takes it apart finds a header, claims and a signature.
    becomes: `eyJhbGciOiJub25lIn0.e30.${redacted}`,
    reason: 'a JSON web token, signed or encrypted',
  },
  {
    pattern: /\b(Bearer\s+)(?!eyJhbGciOiJub25lIn0\.)[\w.~+/-]{16,}=*/gi,
    becomes: `$1${redacted}`,
    reason: 'a bearer token',
  },
  {
    pattern: /\b(Basic\s+)(?=[A-Za-z+/]*\d)(?=[a-z\d+/]*[A-Z])[A-Za-z\d+/]{12,}={0,2}/g,
    becomes: `$1${redacted}`,
    reason: 'a name with its password',
  },
  {
    pattern: /(-----BEGIN [A-Z ]*PRIVATE KEY-----)(?!REDACTED-)[\s\S]*?(?=-----END )/g,
    becomes: `$1${redacted}`,
    reason: 'a private key',
  },
  {
    needs: '@',
    pattern: /(\b[a-z][a-z\d+.-]{1,20}:\/\/)[^\s/?#"'@\\<>:]{1,200}:[^\s/?#"'@\\<>]{1,200}@/gi,
    becomes: '$1',
    reason: 'a name with its password in an address',
  },
  {
    pattern: parameterNamed(
      'sig|signature|key-pair-id|awsaccesskeyid|googleaccessid|x-amz-(?:signature|credential|security-token)|x-goog-(?:signature|credential)',
      String.raw`(?!REDACTED)[^&"'\s\\<>;]+?(?=%(?:25)*26|[&"'\s\\<>;]|$)`,
    ),
    becomes: `$1${redacted}`,
    reason: 'a signed link in a body',
  },
  {
    pattern: parameterNamed(
      'access_token|refresh_token|id_token|client_secret|api[_-]?key|subscription-key',
      String.raw`(?!REDACTED)[^&"'\s\\<>;]+?(?=%(?:25)*26|[&"'\s\\<>;]|$)`,
    ),
    becomes: `$1${redacted}`,
    reason: 'a link in a body with what proves who calls',
  },
  {
    pattern: /(\/\/[\w.-]+\.azurewebsites\.net(?::\d+)?\/[^\s"'?\\<>]*\?(?:[^\s"'#\\<>]*&)?code=)[^&"'\s\\<>]+/gi,
    becomes: `$1${redacted}`,
    reason: 'a link in a body with the key of a function of Azure',
  },
];

/** It tells who called, or is another one every time. */
const accountRules: readonly TextRule[] = [
  {
    pattern: /\b(AWS4-HMAC-SHA256 Credential=)(?!REDACTED)[^\s,]+/g,
    becomes: `$1${redacted}`,
    reason: 'who signed a request of AWS',
  },
  {
    pattern: parameterNamed('sk[ot]id|saoid|suoid|scid|sduoid', uuid),
    becomes: `$1${placeholderUuid}`,
    reason: 'names the account and the user who signed a link of Azure Storage',
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
  {
    pattern: /(\barn:aws[\w-]*:(?:sts|iam)::\d{12}:(?:assumed-role|user|federated-user)\/)(?!REDACTED)[\w+=,.@/-]+/g,
    becomes: `$1${redacted}`,
    reason: 'names who calls AWS, as its errors say',
  },
  {
    pattern: /(?<![\w-])(org-|user-|proj_|wrkspc_|org_)[A-Za-z0-9]{16,}(?![\w-])/g,
    becomes: `$1${redacted}`,
    reason: 'names an organisation, project, workspace or user (OpenAI, Anthropic), as errors and links to files do',
  },
  {
    pattern: new RegExp(
      String.raw`((?:/subscriptions/|(?:login\.microsoftonline\.com|login\.windows\.net|sts\.windows\.net)/))${uuid}`,
      'gi',
    ),
    becomes: `$1${placeholderUuid}`,
    reason: 'names a subscription or tenant of Azure',
  },
  {
    pattern: /(\/resourceGroups\/)(?!REDACTED)[^/"'?\s\\<>]+/gi,
    becomes: `$1${redacted}`,
    reason: 'how an account of Azure is arranged',
  },
  {
    pattern: /(\bprojects?(?:\/|%2F|[ _-](?:number)?[:= "']{0,3}))(?!0{12}(?!\d))\d{9,}/gi,
    becomes: '$1000000000000',
    reason: 'the number of a project of Google Cloud',
  },
  {
    pattern:
      /(\brequest[ _-]?id[:=\s"'()]{1,4})(?:req_(?!scrubbed)\w+|[\da-f]{32}|(?!0{8}-)[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})/gi,
    becomes: '$1req_scrubbed',
    reason: 'another one every time, in an error',
  },
  {
    needs: '@',
    pattern:
      /(?<![\w.+@-])[\w.+@-]{1,64}@(?!(?:[\w-]+\.){0,8}example(?:\.(?:com|net|org))?\b(?![.-]\w))(?![\w.-]*\.(?:test|invalid|localhost)\b)[\w-]{1,63}(?:\.[\w-]{1,63}){0,8}\.[a-z]{2,24}(?![\w@-])/gi,
    becomes: nobodysMail,
    reason: 'names a person; hosts that are nobody’s by RFC 2606 stay',
  },
  {
    pattern:
      /((?:\bip|(?:client|originating|remote|source|caller) (?:ip )?address)\b[^\d"\n]{0,40}?)(?!192\.0\.2\.1\b)\d{1,3}(?:\.\d{1,3}){3}(?![\d.])/gi,
    becomes: `$1${placeholderAddress}`,
    reason: 'the address from which was called, as errors say it',
  },
];

export const textRules: readonly TextRule[] = [...credentialRules, ...accountRules];
