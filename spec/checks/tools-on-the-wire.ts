import { hasMembers } from '../../files/has-members.ts';
import type { Tool } from '../contract/index.ts';
import type { Finding } from '../engine/verdict.ts';
import { shown } from '../facts/describe.ts';
import type { RequestReading } from '../wire/reader.ts';
import { type Check, type CheckOutcome, contractSource, type JudgedStep, notApplicable, sum } from './check.ts';

export const check: Check = {
  id: 'tools-on-the-wire',
  level: 'MUST',
  title: 'Every tool that the caller declares is declared on the wire, with nothing of it dropped, and no other.',
  reason: 'A tool that is dropped, or loses its description or part of its schema, is used wrongly or never.',
  sources: [contractSource, { title: 'M.E.AI ChatOptions.Tools, AIFunctionDeclaration.JsonSchema' }],
  judge: ({ case: { kind }, steps }) =>
    kind === 'refusal' ? notApplicable : sum(steps.flatMap((step) => step.requests.map((r) => judgeRequest(step, r)))),
};

function judgeRequest({ step, path }: JudgedStep, request: RequestReading): CheckOutcome {
  const declared = step.options.tools ?? [];
  const onWire = request.options.tools ?? [];
  const findings = declared.flatMap((tool, i) =>
    compareTool(tool, `${path}.options.tools[${i}]`, onWire, request, path),
  );
  const extra = onWire.filter((tool) => !declared.some((d) => labelOf(d) === labelOf(tool)));
  for (const tool of extra) {
    findings.push({
      message: `the wire declares ${labelOf(tool)}, which the caller did not`,
      wirePath: `${path}.${request.paths.get(tool)}`,
      wire: tool,
    });
  }
  return { compared: declared.length + extra.length, findings };
}

function compareTool(
  tool: Tool,
  adapterPath: string,
  onWire: readonly Tool[],
  request: RequestReading,
  path: string,
): Finding[] {
  const same = onWire.filter((t) => labelOf(t) === labelOf(tool));
  const [found] = same;
  if (!found) {
    return [
      { message: `${labelOf(tool)} was declared by the caller and is not on the wire`, adapterPath, adapter: tool },
    ];
  }
  const where = { wirePath: `${path}.${request.paths.get(found)}`, wire: found, adapterPath, adapter: tool };
  if (same.length > 1) return [{ message: `${labelOf(tool)} is declared ${same.length} times on the wire`, ...where }];
  return droppedMembers(tool, found).map(([member, declared, sent]) => ({
    message: `${labelOf(tool)} lost or changed its ${member}: declared is ${shown(declared)}, on the wire ${shown(sent)}`,
    ...where,
  }));
}

/** Members that the wire lacks or has otherwise. A schema may gain members on its way (strictness), but lose none. */
function droppedMembers(tool: Tool, found: Tool): [member: string, declared: unknown, sent: unknown][] {
  const onWire = new Map<string, unknown>(Object.entries(found));
  return Object.entries(tool)
    .filter(([key, value]) => !hasMembers({ value: onWire.get(key) }, { value }))
    .map(([key, value]) => [key, value, onWire.get(key)]);
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
