import { adapter as reference } from '../../adapters/reference/anthropic/adapter.ts';
import { loadMatrix } from '../../matrix/load.ts';
import { providerOf } from '../../matrix/model.ts';
import type { HttpResponse } from '../../recordings/format/exchange.ts';
import { type Assembled, assemble } from '../../reports/results/assemble.ts';
import { loadChecks } from '../../spec/checks/load.ts';
import type { Adapter, ChatResponse } from '../../spec/contract/index.ts';
import { conclusionsFor } from '../../spec/engine/conclusions.ts';
import { expand } from '../../spec/engine/expand.ts';
import { runCase } from '../../spec/engine/run.ts';
import type { SuiteReport } from '../../spec/engine/suite.ts';
import { storedCaseOf } from '../../spec/results/stored-outcome.ts';
import { loadScenarios } from '../../spec/scenarios/load.ts';
import { wireReaderFor } from '../../spec/wire/index.ts';

/** Members of answers that a model, or a page that it read, writes; everything else is the provider's own. */
const written = new Set(['text', 'thinking', 'title', 'url', 'cited_text', 'page_age', 'query', 'city']);

/**
 * A run as the command makes it, of a provider that is hostile: real conversations through a real adapter over a real transport,
 * but that every answer says something of `texts` besides, wherever a model or a page could. The adapter loses it all,
 * so that every case fails and what was said stands in findings and evidence.
 */
export async function hostileRun(texts: readonly string[]): Promise<Assembled> {
  const [matrix, scenarios, checks] = await Promise.all([loadMatrix(), loadScenarios(), loadChecks()]);
  const adapter = { id: 'reference-anthropic', implementation: 'reference', providerApi: 'anthropic' } as const;
  const tools = ['function-calling', 'web-search'];
  const cases = expand(matrix, scenarios, [adapter])
    .filter((c) => c.kind === 'scenario' && tools.includes(c.tool))
    .filter(({ scenario }) => ['call-single', 'search-basic'].includes(scenario.id));
  const bench = { column: providerOf(matrix, 'anthropic'), reader: await wireReaderFor('anthropic'), checks };
  const conclusions = await conclusionsFor(adapter, { matrix, scenarios }, { asOf: '2026-11-20' });
  let said = 0;
  const hostile = () => texts[said++ % texts.length] ?? '';
  const onTheWay = (response: HttpResponse) => poisoned(response, hostile);
  const reports: SuiteReport[] = [];
  for (const theCase of cases) {
    const outcome = await runCase(theCase, { ...bench, adapter: async () => forgetful, onTheWay });
    const stored = storedCaseOf(outcome, { undecided: [], milliseconds: 1 });
    reports.push({ ...stored, ...conclusions.of(theCase, stored.outcome) });
  }
  const facts = { asOf: '2026-11-20', selection: {}, adapters: [{ ...adapter, packages: [] }], matrix, checks };
  return assemble({ ...facts, knownIssues: [], problems: [], generated: cases.length }, reports);
}

/** An adapter that returns no text: what the wire says, and it does not, is told by the checks. */
const forgetful: Adapter = {
  ...reference,
  createClient: (settings) => {
    const client = reference.createClient(settings);
    return {
      getResponse: async (...asked) => withoutText(await client.getResponse(...asked)),
      getStreamingResponse: async function* (...asked) {
        for await (const update of client.getStreamingResponse(...asked)) {
          yield { ...update, contents: update.contents.filter(({ type }) => type !== 'text') };
        }
      },
      close: () => client.close(),
    };
  },
};

const withoutText = (response: ChatResponse): ChatResponse => ({
  ...response,
  messages: response.messages.map((m) => ({ ...m, contents: m.contents.filter(({ type }) => type !== 'text') })),
});

/** An answer with something hostile in everything that was written by whom nobody knows. */
function poisoned(response: HttpResponse, hostile: () => string): HttpResponse {
  const { text } = response.body;
  const poison = (json: string) =>
    JSON.stringify(JSON.parse(json), (key, value: unknown) => {
      if (typeof value !== 'string' || !written.has(key)) return value;
      const said = hostile();
      if (key === 'city' && /^[[{]/.test(said)) return JSON.parse(said) as unknown;
      return key === 'url' ? said : `${value} ${said}`;
    });
  const poisonedText = text.startsWith('{') ? poison(text) : text.replaceAll(/(?<=^data: )\{.*$/gm, poison);
  return { ...response, body: { text: poisonedText } };
}
