import { Acceptance } from './acceptance.ts';
import { announcement, total } from './announce.ts';
import { demandSome, idsFrom, withObstacles } from './obstacles.ts';
import { planRecording } from './plan.ts';
import { loadPrices } from './price.ts';
import { Purse } from './purse.ts';
import { recordProvider } from './record-provider.ts';
import type { RecordReporting, RecordRequest } from './request.ts';
import { loadResources } from './resources/load.ts';
import type { Summary } from './summary.ts';
import { demandUrl, endpointsFrom } from './target.ts';

/**
 * Records scenarios through the reference adapters. Says first what will be called, and asks. Each cassette is written when its
 * conversation is over, whole or not at all; one that does not fulfil its scenario is not.
 *
 * @throws {UserError} the selection, a URL or a limit is wrong, or a credential is missing: then nothing was called.
 */
export async function record(request: RecordRequest, reporting: RecordReporting): Promise<Summary> {
  if (request.baseUrl !== undefined) demandUrl('--base-url', request.baseUrl);
  const endpoints = endpointsFrom(request.endpoints);
  const prices = await loadPrices();
  const target = { environment: request.environment, baseUrl: request.baseUrl, endpoints };
  const resources = await loadResources();
  const ids = idsFrom(request.resources, resources);
  const { makesResources } = request;
  const plans = withObstacles(await planRecording(request, prices), target, { resources, ids, makesResources });
  for (const line of announcement(plans, request)) reporting.print(line);
  const nothing = { nothingCalled: true, conversations: [], requests: 0, cost: 0, leftBehind: [] } as const;
  if (request.dryRun) return nothing;
  demandSome(plans);
  if (!(await reporting.confirm(`Record ${total(plans)}?`))) return nothing;

  const purse = new Purse(request, prices);
  reporting.begins(new Map(plans.map(({ column, items }) => [column.id, items.length])));
  const acceptance = new Acceptance(request.folder, request.player);
  const given = { ...target, concurrency: request.concurrency, purse, acceptance, resources, ids };
  const recorded = Promise.all(plans.map((plan) => recordProvider(plan, given, reporting)));
  const done = await recorded.finally(() => acceptance.close());
  return {
    ...(reporting.signal.aborted ? { interrupted: true } : {}),
    conversations: done.flatMap(({ conversations }) => conversations),
    requests: purse.requests,
    cost: purse.spent,
    leftBehind: done.flatMap(({ leftBehind }) => leftBehind),
  };
}
