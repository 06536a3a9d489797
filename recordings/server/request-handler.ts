import type { Signature } from '../scrub/request-identity.ts';
import { scrubRequest } from '../scrub/scrub.ts';
import type { Answering } from '../transport/playback.ts';
import type { Session } from '../transport/session.ts';
import type { Incoming } from './loopback-server.ts';

/**
 * Answers what comes to a server, as requests of one session. Where `answer` throws, the connection is closed: the client sees a
 * failure of the network.
 *
 * @param signature of the credentials that requests should carry, where somebody asks
 */
export function answerWithin(
  session: Session,
  answer: Answering,
  signature?: Signature,
): (incoming: Incoming) => Promise<void> {
  return async ({ head, read, respond, refuse }) => {
    const answered = session.follow(head, read, async (request) => {
      respond(await answer(scrubRequest(request), signature?.of(request) ?? 'nobody'));
    });
    // Whatever kept it from being answered: what is worth telling has been listed.
    await answered.catch(() => {});
    refuse();
  };
}
