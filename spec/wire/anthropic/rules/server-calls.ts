/** Calls that the provider made by itself, and what they gave, as a request tells them again. */
import type { Exchange } from '../../../../recordings/format/exchange.ts';
import { asObject, asString, parseJson } from '../../json.ts';
import { haveForm } from '../../rules/members.ts';
import { type Breach, type Rule, ruleOver } from '../../rules/rule.ts';
import { serverSentEvents } from '../../sse.ts';
import { blocksIn, blocksOf, type Found, membersOf, turnsIn } from './parts.ts';

export const serverCallRules: readonly Rule[] = [
  {
    id: 'server-calls-answered',
    what: 'A call that the provider made stands before its result, and neither without the other.',
    source: {
      title: 'Each advisor_tool_result block must have a corresponding server_tool_use block before it',
      url: 'https://github.com/anthropics/claude-code/issues/95406',
    },
    judge: ({ body }) => {
      const blocks = blocksIn(body);
      const calls = blocks.filter(isCall);
      const results = blocks.filter(isResult);
      const breaches: Breach[] = [];
      for (const call of calls) {
        const { id } = call.block;
        if (results.some(({ block }) => block.tool_use_id === id) || isOpen(call, blocks, turnsIn(body))) continue;
        const message = `the provider's call ${JSON.stringify(id)} to ${JSON.stringify(call.block.name)} has no result`;
        breaches.push({ path: call.path, value: call.block, message });
      }
      for (const result of results) {
        const { type, tool_use_id: id } = result.block;
        const before = blocks.slice(0, blocks.indexOf(result));
        if (before.some((found) => isCall(found) && found.block.id === id && callOf(found) === callFor(result)))
          continue;
        const message = `the "${type}" for ${JSON.stringify(id)} has no "${callFor(result)}" before it`;
        breaches.push({ path: result.path, value: id, message });
      }
      return { compared: calls.length + results.length, breaches };
    },
  },
  ruleOver({
    id: 'goes-on-in-its-container',
    what: 'A turn that was paused goes on in the container in which its code ran.',
    source: {
      title: 'pause_turn: the id of the container has to be in the next request',
      url: 'https://github.com/enricoros/big-AGI/issues/1010',
    },
    placesOf: ({ earlier, body }) => {
      const { reason, container } = endOf(earlier.at(-1));
      return reason === 'pause_turn' && container !== undefined
        ? [{ path: 'body.container', value: { container, asked: body.container } }]
        : [];
    },
    wrong: ({ container, asked }) => {
      const id = asString(asked) ?? asObject(asked)?.id ?? null;
      return id === container
        ? undefined
        : `the turn was paused in ${JSON.stringify(container)}, not in ${JSON.stringify(id)}`;
    },
  }),
  haveForm({
    id: 'server-call-ids',
    noun: 'id of a call that the provider made',
    form: /^srvtoolu_[a-zA-Z0-9_]+$/,
    inWords: '"srvtoolu_" and then letters, digits and "_"',
    source: {
      title: 'server_tool_use.id: String should match pattern',
      url: 'https://github.com/Wei-Shaw/sub2api/issues/1308',
    },
    textsIn: ({ body }) => membersOf(blocksOf(body, 'server_tool_use'), 'id'),
  }),
];

/** How an answer ended, and in which container its code ran. */
function endOf(exchange: Exchange | undefined): { reason?: string; container?: string } {
  if (!exchange) return {};
  const { body } = exchange.response;
  const events = serverSentEvents(body.text).map(({ json }) => asObject(json));
  const said = [
    asObject(parseJson(body.text)),
    ...events.flatMap((event) => [event?.message, event?.delta].map(asObject)),
  ];
  const last = <T>(values: readonly (T | undefined)[]) => values.findLast((value) => value !== undefined);
  const reason = last(said.map((one) => asString(one?.stop_reason)));
  const container = last(said.map((one) => asString(asObject(one?.container)?.id)));
  return { ...(reason === undefined ? {} : { reason }), ...(container === undefined ? {} : { container }) };
}

const callOf = ({ block }: Found): string => asString(block.type) ?? '';

const isCall = (found: Found): boolean => ['server_tool_use', 'mcp_tool_use'].includes(callOf(found));

const isResult = ({ block, role }: Found): boolean =>
  role === 'assistant' && block.tool_use_id !== undefined && (asString(block.type) ?? '').endsWith('_tool_result');

const callFor = ({ block }: Found): string => (block.type === 'mcp_tool_result' ? 'mcp_tool_use' : 'server_tool_use');

/**
 * Not yet answered, and rightly so: the turn was paused and goes on with this request, or waits for results of the
 * application, be it code that called a function or calls that stand side by side.
 */
function isOpen(call: Found, blocks: readonly Found[], turns: number): boolean {
  if (call.turn === turns - 1) return true;
  const next = blocks.filter(({ turn }) => turn === call.turn + 1);
  if (call.turn === turns - 2 && next.some(({ block }) => block.type === 'tool_result')) return true;
  const said = blocks.filter(({ role }) => role === 'assistant').at(-1)?.turn;
  return blocks.some(
    ({ block, turn }) =>
      turn === said && block.type === 'tool_use' && asObject(block.caller)?.tool_id === call.block.id,
  );
}
