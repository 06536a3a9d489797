import type { HttpResponse } from '../format/exchange.ts';
import { type ScrubbedRequest, scrubRequest } from '../scrub/scrub.ts';
import type { Session } from '../transport/session.ts';
import type { Incoming } from './loopback-server.ts';

/** The answer to a request, which may take its time. When it throws, the connection is closed: the client sees a failure of the network. */
export type Answering = (request: ScrubbedRequest) => HttpResponse | Promise<HttpResponse>;

/** Answers what comes to a server, as requests of one session. */
export function answerWithin(session: Session, answer: Answering): (incoming: Incoming) => Promise<void> {
  return async ({ head, read, respond, refuse }) => {
    const answered = session.follow(head, read, async (request) => respond(await answer(scrubRequest(request))));
    // Whatever kept it from being answered: what is worth telling has been listed.
    await answered.catch(() => {});
    refuse();
  };
}
