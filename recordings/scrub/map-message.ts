import { isEventStream } from '../format/event-stream.ts';
import { type Body, type HttpRequest, type HttpResponse, headerOf } from '../format/exchange.ts';
import { changeInEncoded, changeInFrames } from './encoded-members.ts';

/** What is made of a text. */
export type Change = (text: string) => string;

/** A message with the texts of its address and its body changed, also in frames and in base64 members; of other bytes none. */
export function changeMessage<M extends HttpRequest | HttpResponse>(message: M, change: Change): M {
  const { body } = message;
  return {
    ...message,
    ...('url' in message ? { url: change(message.url) } : {}),
    ...(body ? { body: changeBody(body, headerOf(message, 'content-type') ?? '', change) } : {}),
  };
}

function changeBody(body: Body, type: string, change: Change): Body {
  const inside = (text: string) => change(changeInEncoded(text, change));
  if (isEventStream(type)) return changeInFrames(body, inside);
  return body.encoding ? body : { text: inside(body.text) };
}

/** Those texts, one by one. */
export function textsOf(message: HttpRequest | HttpResponse): string[] {
  const texts: string[] = [];
  changeMessage(message, (text) => {
    texts.push(text);
    return text;
  });
  return texts;
}
