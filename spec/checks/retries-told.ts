import { headerOf } from '../../recordings/format/exchange.ts';
import type { Finding } from '../engine/verdict.ts';
import { describeFact } from '../facts/describe.ts';
import {
  answered,
  type Check,
  type CheckOutcome,
  contractSource,
  type JudgedStep,
  notApplicable,
  sum,
} from './check.ts';

export const check: Check = {
  id: 'retries-told',
  level: 'MUST',
  title: 'An error says whether trying again makes sense, as its status does, or its code where there is no status.',
  reason: 'A client never retries by itself: whoever calls it has only this to go by.',
  sources: [
    contractSource,
    { title: 'ProviderError of the contract: retryable' },
    {
      title: 'RFC 9110, HTTP Semantics: status codes',
      url: 'https://www.rfc-editor.org/rfc/rfc9110#name-status-codes',
    },
  ],
  of: answered,
  judge: ({ steps }) => sum(steps.map(judgeStep)),
};

function judgeStep({ step: { error, exchanges }, path, wire }: JudgedStep): CheckOutcome {
  const place = exchanges.findLastIndex(({ response }) => response.status >= 400);
  const response = exchanges[place]?.response;
  if (error?.name !== 'ProviderError') return notApplicable;
  const where = { adapterPath: `${path}.error`, adapter: error };
  const { retryAfter = 0 } = error;
  if (!Number.isFinite(retryAfter) || retryAfter < 0) {
    const message = `the error says to wait for ${retryAfter} ms, which nobody can`;
    return { compared: 1, findings: [{ message, ...where }] };
  }
  // An error's own name knows more than its status, and a header that says it in so many words more than both.
  const said = wire.facts.findLast(({ fact }) => fact.kind === 'error');
  const word = response && headerOf(response, 'x-should-retry');
  const byName = said?.fact.kind === 'error' ? said.fact.retryable : undefined;
  if (said && byName !== undefined && word === undefined) {
    return judgeWord(byName, error.retryable, `the error in the answer is ${describeFact(said.fact)}`, {
      ...where,
      wirePath: `${path}.${said.path}`,
    });
  }
  if (!response) return notApplicable;
  const wanted = isWorthAnother(response.status, word);
  if (wanted === undefined) return notApplicable;
  const wirePath = `${path}.exchanges[${place}].response`;
  return judgeWord(wanted, error.retryable, `the status is ${response.status}`, { ...where, wirePath });
}

type Where = Omit<Finding, 'message'>;

function judgeWord(wanted: boolean, said: boolean | undefined, why: string, where: Where): CheckOutcome {
  if (said === wanted) return { compared: 1, findings: [] };
  const message = `${why}, so that trying again ${wanted ? 'makes sense' : 'is in vain'}; the error says retryable: ${said}`;
  return { compared: 1, findings: [{ message, ...where }] };
}

/** Nothing where the status leaves it open: a quota that is used up is 429 as well, and so is a moment’s rush. */
function isWorthAnother(status: number, word: string | undefined): boolean | undefined {
  if (word === 'true' || word === 'false') return word === 'true';
  if (status === 408 || status >= 500) return true;
  return status === 409 || status === 425 || status === 429 ? undefined : false;
}
