import type { HttpRequest, HttpResponse } from '../format/exchange.ts';
import { scrubRequest } from '../scrub/scrub.ts';
import type { Answering } from './playback.ts';

/**
 * A defect put between an adapter and its recording, to prove that the judge sees it: the adapter might as well have sent
 * the changed request, or have read the changed answer. What was recorded stays what the judge reads.
 */
export interface InjectedDefect {
  /** What goes out instead of a request; the judge sees what went out. */
  readonly request?: (request: HttpRequest) => HttpRequest;
  /** What the adapter reads instead of an answer; the judge sees the answer as it was. */
  readonly response?: (response: HttpResponse, request: HttpRequest) => HttpResponse;
}

/** Answers as `answer` does, with the defect in between. */
export function withInjectedDefect(
  { request: change, response: misread }: InjectedDefect,
  answer: Answering,
): Answering {
  return (request, signer) => {
    const sent = change ? scrubRequest(change(request)) : request;
    const response = answer(sent, signer);
    if (!misread) return response;
    return response instanceof Promise ? response.then((r) => misread(r, sent)) : misread(response, sent);
  };
}
