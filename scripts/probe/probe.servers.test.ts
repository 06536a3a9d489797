import { afterAll, expect, test } from 'vitest';
import type { ProbedApi } from '../../spec/probe/scenarios.ts';
import { llamaMissing, type RealServer, startAimock, startLlama } from '../real-servers/real-server.ts';
import { probe } from './probe.ts';

/** What is known to differ, by server: the rule that finds it, and words of what it says. Scenarios are those that show it. */
type Known = [
  server: 'llama.cpp' | 'aimock',
  api: ProbedApi,
  differences: readonly (readonly [rule: string, said: RegExp])[],
  scenarios: readonly string[],
];
const known: readonly Known[] = [
  [
    'llama.cpp',
    'openai-chat',
    [
      ['choice-among', /excludes; it allows "get_time"/],
      ['parallel-off', /several functions/],
      ['call-markup', /markup of a call/],
      ['status', /valid request is answered 500: Failed to parse tool call arguments/],
      ['schema', /"code" of ErrorResponse is number 500/],
      ['schema', /"param" of ErrorObject is missing/],
      ['schema', /"timings" .* is no member/],
      ['schema', /"refusal" .* is missing/],
    ],
    ['call-named', 'call-allowed', 'calls-single', 'call-length', 'call-length-replayed'],
  ],
  [
    'llama.cpp',
    'openai-responses',
    [
      ['schema', /"output_index" of .* and 4 more is missing/],
      ['schema', /"error", "incomplete_details", .* of Response are missing/],
      ['schema', /"output_tokens_details" of ResponseUsage is missing/],
      ['schema', /"sequence_number" of .* is missing/],
      ['schema', /"code" of ErrorResponse is number 500/],
      ['limit-said', /16 of 16 tokens are used, and the response ends as "stop"/],
      ['stream-parts-end', /"response.function_call_arguments.done"/],
      ['sdk-stream-helper', /missing output at index undefined/],
      ['choice-among', /excludes; it allows "get_time"/],
      ['parallel-off', /several functions/],
      ['format-kept', /is no JSON/],
      ['choice-required', /no tool is called/],
      ['status', /valid request is answered 500: Failed to parse tool call arguments/],
    ],
    ['call-named', 'calls-single', 'length', 'call-length', 'call-length-replayed', 'format', 'tool-hosted'],
  ],
  [
    'llama.cpp',
    'anthropic',
    [
      ['schema', /"input" of ToolUseBlock is missing/],
      ['schema', /"type" of ErrorResponse are missing/],
      ['blocks-in-turn', /starts before the one before it stops/],
      ['choice-among', /excludes; it allows "get_time"/],
      ['choice-none', /although the tool choice is "none"/],
      ['parallel-off', /several functions/],
      ['stop-sequence-said', /"end_turn" beside a stop sequence/],
      ['format-kept', /is no JSON/],
      ['status', /an invalid request is answered 500/],
      ['status', /is accepted \(result-without-call\)/],
    ],
    ['call-named', 'call-none', 'calls-single', 'stop', 'format', 'refused-no-messages', 'refused-result'],
  ],
  ...(['openai-chat', 'openai-responses', 'anthropic'] as const).map(
    (api): Known => [
      'aimock',
      api,
      [
        ['choice-among', /excludes; it allows "get_time"/],
        ['choice-none', /although the tool choice is "none"/],
        ['parallel-off', /several functions/],
        ['format-kept', /is no JSON/],
        ['status', /is accepted \(result-without-call\)/],
      ],
      ['call-named', 'call-none', 'calls-single', 'format', 'refused-result'],
    ],
  ),
];

const servers = {
  'llama.cpp': { start: () => startLlama('several'), missing: llamaMissing },
  aimock: { start: startAimock, missing: undefined },
};
const started = new Map<string, Promise<RealServer>>();
afterAll(async () => {
  for (const starting of started.values()) await (await starting).stop();
});

test.for(known)(
  '%s on %s: each known difference is found',
  async ([name, providerApi, differences, only], { skip }) => {
    const { start, missing } = servers[name];
    if (missing) skip(missing);
    const starting = started.get(name) ?? start();
    started.set(name, starting);
    const { baseUrl } = await starting;
    const { signal } = new AbortController();
    const { findings } = await probe({ providerApi, baseUrl: `${baseUrl}/v1`, model: 'tiny', only, signal });
    const told = findings.map(({ rule, message }) => `${rule}: ${message}`);
    for (const [rule, said] of differences) {
      expect(
        told.some((line) => line.startsWith(`${rule}: `) && said.test(line)),
        `${rule} ${said}\n${told.join('\n')}`,
      ).toBe(true);
    }
  },
);
