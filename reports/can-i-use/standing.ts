import type { Cell as MatrixCell, ProviderApi } from '../../matrix/model.ts';
import type { CaseResult } from '../../spec/results/schema.ts';
import { cellState, cellStates } from '../cells/cell-state.ts';
import type { KnownException, Standing } from './schema.ts';

/** What of a cell the answer goes by. */
type Cell = Pick<MatrixCell, 'support' | 'lifecycle'>;

type Said = Pick<Standing, 'answer' | 'says'>;

/** What is to be answered of a cell, by the cases of one adapter. Pure. */
export function standingOf(
  cell: Cell,
  provider: ProviderApi,
  cases: readonly CaseResult[],
  exceptions: readonly KnownException[],
): Standing {
  const state = cellState(cell.support, cases, cell.lifecycle);
  const { answer, says } =
    cell.support === 'no' ? lacking(state, exceptions) : offered(state, cell, provider, cases, exceptions);
  return {
    answer,
    state,
    says: `${answer.replace('-', ' ')}${says === '' ? '' : ': '}${says}${served(cell, provider, answer)}`,
  };
}

/** The provider lacks it: what is left to know is whether the adapter says so. */
function lacking(state: Standing['state'], exceptions: readonly KnownException[]): Said {
  const says = (rest: string): Said => ({ answer: 'no', says: `the provider lacks it; ${rest}` });
  if (state === 'refused') return says('the adapter refuses');
  if (state === 'not-offered') return says('whether the adapter refuses was not tried');
  if (state === 'not-testable' || state === 'error') return says('whether the adapter refuses could not be tested');
  return says(`the adapter does not refuse as it must${known(state, exceptions)}`);
}

function offered(
  state: Standing['state'],
  { lifecycle }: Cell,
  provider: ProviderApi,
  cases: readonly CaseResult[],
  exceptions: readonly KnownException[],
): Said {
  if (lifecycle === 'retired' && cases.length > 0) {
    const { since } = provider.lifecycle;
    const past = state === 'worked' ? 'it worked, against recordings' : `against recordings: ${wordOf(state)}`;
    return { answer: 'no', says: `the API is no longer served${since ? ` (since ${since})` : ''}; ${past}` };
  }
  switch (state) {
    case 'works':
      return { answer: 'yes', says: '' };
    case 'works-in-part':
      return { answer: 'in-part', says: 'every case passes; the provider offers a part of it, as the notes say' };
    case 'fails': {
      const failed = cases.filter(({ verdict }) => verdict === 'fail').length;
      return { answer: 'no', says: `fails, ${failed} of ${cases.length} cases` };
    }
    case 'known-failure':
    case 'not-expressible':
      return excepted(state, cases, exceptions);
    case 'declared':
      return { answer: 'unknown', says: 'declared only; no public source says what comes of it' };
    case 'unknown':
      return { answer: 'unknown', says: 'no public source says whether it works' };
    case 'claimed':
    case 'claimed-in-part':
      return {
        answer: 'unknown',
        says: `${state === 'claimed' ? 'claimed' : 'claimed in part'}, never tested in this run`,
      };
    default:
      return { answer: 'unknown', says: `it could not be tested: ${wordOf(state)}` };
  }
}

/** Something is listed as known to fail: it depends on whether any conversation comes to its end all the same. */
function excepted(
  state: 'known-failure' | 'not-expressible',
  cases: readonly CaseResult[],
  exceptions: readonly KnownException[],
): Said {
  const conversations = cases.filter(({ kind }) => kind === 'scenario');
  const working = conversations.filter(({ verdict }) => verdict === 'pass').length;
  if (working === 0) {
    const why = state === 'known-failure' ? 'fails' : 'the library has no public way to say it';
    return { answer: 'no', says: `${why}${known(state, exceptions)}` };
  }
  const rest = `the rest ${state === 'known-failure' ? 'fails' : 'cannot be said'}${known(state, exceptions)}`;
  if (working < conversations.length) {
    return { answer: 'in-part', says: `${working} of ${conversations.length} conversations work; ${rest}` };
  }
  const failed = cases.filter(({ verdict }) => verdict !== 'pass').length;
  return {
    answer: 'in-part',
    says: `every conversation works; of the ${cases.length - working} other cases ${failed} fail${failed === 1 ? 's' : ''}${known(state, exceptions)}`,
  };
}

/** That it is listed, and the first day on which some of it has to be looked at again. */
function known(state: Standing['state'], exceptions: readonly KnownException[]): string {
  if (state === 'fails') return '';
  const [until] = exceptions.flatMap((exception) => exception.until ?? []).sort();
  return ` (known${until ? `, until ${until}` : ''})`;
}

/** How long it will be there, where it is there and that is not as usual. */
function served({ lifecycle }: Cell, { lifecycle: api }: ProviderApi, answer: Said['answer']): string {
  if (answer === 'no' || answer === 'unknown') return '';
  if (lifecycle === 'preview') return '; in preview';
  if (lifecycle !== 'deprecated') return '';
  return `; deprecated${api.until ? `, the API is served until ${api.until}` : ''}`;
}

const wordOf = (state: Standing['state']): string => cellStates[state as keyof typeof cellStates].word;
