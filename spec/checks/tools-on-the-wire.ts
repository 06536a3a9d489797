import { isJsonObject, type Json, jsonEquals } from '../../files/canonical-json.ts';
import { hasMembers } from '../../files/has-members.ts';
import { scrubBody } from '../../recordings/scrub/body.ts';
import type { ChatOptions, Tool } from '../contract/index.ts';
import type { Finding } from '../engine/verdict.ts';
import { shown } from '../facts/describe.ts';
import type { RequestReading } from '../wire/reader.ts';
import {
  answered,
  type Check,
  type CheckOutcome,
  contractSource,
  type JudgeContext,
  type JudgedStep,
  sum,
} from './check.ts';
import { atWirePath } from './lib/at-wire-path.ts';
import { isWarnedOf } from './lib/warned.ts';

export const check: Check = {
  id: 'tools-on-the-wire',
  level: 'MUST',
  title: 'Every tool that the caller declares is declared on the wire, with nothing of it dropped, and no other.',
  reason: 'A tool that is dropped, or loses its description or part of its schema, is used wrongly or never.',
  sources: [contractSource, { title: 'M.E.AI ChatOptions.Tools, AIFunctionDeclaration.JsonSchema' }],
  of: answered,
  judge: (context) => sum(context.steps.flatMap((step) => step.requests.map((r) => judgeRequest(step, r, context)))),
};

function judgeRequest(judged: JudgedStep, request: RequestReading, { lacksOfTools }: JudgeContext): CheckOutcome {
  const { step, path } = judged;
  const declared = step.options.tools ?? [];
  const onWire = request.options.tools ?? [];
  const stands = (tool: Tool) => (t: Tool) =>
    tool.type === 'raw'
      ? jsonEquals(atWirePath(step, request.paths.get(t)) ?? request.kept?.get(t) ?? null, tool.declaration)
      : labelOf(tool) === labelOf(t);
  const findings = declared.flatMap((tool, i) => {
    const same = onWire.filter(stands(tool));
    const lacked = (lacksOfTools[tool.type] ?? []).filter((member) => isWarnedOf(member, step));
    return compareTool(tool, same, lacked, { request, path, adapterPath: `${path}.options.tools[${i}]` });
  });
  const raw = rawDeclarations(step.options);
  const saidRaw = (t: Tool) =>
    raw.some((declaration) => jsonEquals(atWirePath(step, request.paths.get(t)) ?? null, declaration));
  const extra = onWire.filter((t) => !declared.some((tool) => stands(tool)(t)) && !saidRaw(t));
  for (const tool of extra) {
    findings.push({
      message: `the wire declares ${named(tool)}, which the caller did not`,
      // Of a tool that the provider keeps from an earlier call, the request that it is asked with.
      wirePath: `${path}.exchanges[${request.exchange}].request`,
      ...wirePathOf(tool, request, path),
      wire: tool,
    });
  }
  return { compared: declared.length + extra.length, findings };
}

/** Tools that the caller writes into the request itself, which most wires hold in a member of this name. */
function rawDeclarations({ rawRepresentation }: ChatOptions): readonly Json[] {
  const tools = isJsonObject(rawRepresentation) ? rawRepresentation.tools : undefined;
  return Array.isArray(tools) ? tools : [];
}

/** @param lacked members that the API has no member for, as the adapter says too */
function compareTool(
  tool: Tool,
  same: readonly Tool[],
  lacked: readonly string[],
  { request, path, adapterPath }: { request: RequestReading; path: string; adapterPath: string },
): Finding[] {
  const [found] = same;
  const declared = withoutSecret(tool);
  if (!found) {
    return [
      {
        message: `${named(tool)} was declared by the caller and is not on the wire`,
        adapterPath,
        adapter: declared,
      },
    ];
  }
  const where = { ...wirePathOf(found, request, path), wire: found, adapterPath, adapter: declared };
  if (same.length > 1) return [{ message: `${named(tool)} is declared ${same.length} times on the wire`, ...where }];
  if (tool.type === 'raw') return [];
  const added = given.filter((member) => member in found && !(member in tool));
  if (added.length > 0) {
    return [
      { message: `${labelOf(tool)} has ${added.join(' and ')} on the wire, which the caller did not give`, ...where },
    ];
  }
  return droppedMembers(declared, found)
    .filter(([member, , sent]) => sent !== undefined || !lacked.includes(member))
    .map(([member, value, sent]) => ({
      message: `${labelOf(tool)} lost or changed its ${member}: declared is ${shown(value)}, on the wire ${shown(sent)}`,
      ...where,
    }));
}

/** What a tool is given, or kept within, by nobody but its caller. */
const given = [
  'fileIds',
  'vectorStoreIds',
  'allowedTools',
  'allowedDomains',
  'blockedDomains',
  'maximumUses',
  'maximumResults',
  'maximumCharacters',
  'userLocation',
  'authorizationToken',
];

/** Nothing where the tool was declared in an earlier call. */
function wirePathOf(tool: Tool, { paths }: RequestReading, path: string): { wirePath?: string } {
  const at = paths.get(tool);
  return at === undefined ? {} : { wirePath: `${path}.${at}` };
}

/** Members that the wire lacks or has otherwise. A schema may gain members on its way (strictness), but lose none. */
function droppedMembers(tool: Tool, found: Tool): [member: string, declared: unknown, sent: unknown][] {
  const onWire = new Map<string, unknown>(Object.entries(found));
  return Object.entries(tool)
    .filter(([key, value]) => !hasMembers({ value: onWire.get(key) }, { value }))
    .map(([key, value]) => [key, value, onWire.get(key)]);
}

/** What opens a server is taken out of every exchange before anything reads it; that it was sent can still be seen. */
const withoutSecret = (tool: Tool): Tool =>
  JSON.parse(scrubBody({ text: JSON.stringify(tool) }, 'application/json').text);

/** For people: a raw declaration may be long, and stands whole beside the message. */
function named(tool: Tool): string {
  const label = labelOf(tool);
  return label.length > 160 ? `${label.slice(0, 160)}…` : label;
}

function labelOf(tool: Tool): string {
  switch (tool.type) {
    case 'function':
      return `the function "${tool.name}"`;
    case 'openapi':
    case 'stateful-function':
    case 'provider-specific':
      return `the tool "${tool.type}" named "${tool.name}"`;
    case 'mcp-server':
      return `the server "${tool.serverName}"`;
    case 'raw':
      return `the raw tool ${JSON.stringify(tool.declaration)}`;
    default:
      return `the tool "${tool.type}"`;
  }
}
