/** What a request goes on from: its own input, and what the service keeps of the exchanges before it. */
import { type JsonObject, toText } from '../../../../lib/canonical-json.ts';
import type { Exchange } from '../../../../recordings/format/exchange.ts';
import { asArray, asObject, asString } from '../../../wire/json.ts';
import { requestBodyOf } from '../../../wire/request-requirements.ts';
import { type Asked, defineRule, type Rule } from '../../../wire/rules/rule.ts';
import { responsesOf } from './reader.ts';

/** An item of the input. */
export interface InputItem {
  readonly item: JsonObject;
  /** Its index in the input. */
  readonly turn: number;
  readonly path: string;
}

export function inputItems(body: JsonObject): InputItem[] {
  return (asArray(body.input) ?? []).map((value, turn) => ({
    item: asObject(value) ?? {},
    turn,
    path: `body.input[${turn}]`,
  }));
}

/** A response that the service gave before, with the request that it answered. */
interface EarlierResponse {
  readonly id: string | undefined;
  readonly status: string | undefined;
  readonly asked: JsonObject;
  /** Whether it can be gone on from: nobody asked that it is not kept, and the service does not say that it is not. */
  readonly isKept: boolean;
  readonly output: readonly EarlierItem[];
}

/** An item as it was given; `sealedAgain` is its encrypted content as the stream's last event has it. */
interface EarlierItem {
  readonly item: JsonObject;
  readonly sealedAgain?: string;
}

const known = new WeakMap<Exchange, readonly EarlierResponse[]>();

/** Every response of the exchanges, in order. Several rules ask for them, so they are read once. */
function earlierResponses(exchanges: readonly Exchange[]): EarlierResponse[] {
  return exchanges.flatMap((exchange) => {
    const read = known.get(exchange) ?? readEarlier(exchange);
    known.set(exchange, read);
    return read;
  });
}

function readEarlier(exchange: Exchange): EarlierResponse[] {
  if (exchange.operation !== 'responses.create') return [];
  const asked = requestBodyOf(exchange);
  return responsesOf(exchange).map(({ envelope, items }) => ({
    id: asString(envelope.id),
    status: asString(envelope.status),
    asked,
    isKept: asked.store !== false && envelope.store !== false,
    output: items,
  }));
}

/** What the service keeps of the conversation that a request names. */
interface Kept {
  /** Responses from the first that is known to the last. */
  readonly chain: readonly EarlierResponse[];
  /** Whether the chain goes back to its beginning; what else it holds is unknown where it does not. */
  readonly isWhole: boolean;
}

/** `undefined` where a request names nothing that is kept: then its input is all there is. */
export function keptFor({ body, earlier }: Asked): Kept | undefined {
  const responses = earlierResponses(earlier);
  const conversation = conversationOf(body);
  if (conversation !== undefined) {
    return { chain: responses.filter(({ asked }) => conversationOf(asked) === conversation), isWhole: false };
  }
  if (asString(body.previous_response_id) === undefined) return undefined;
  const chain: EarlierResponse[] = [];
  let next = asString(body.previous_response_id);
  while (next !== undefined) {
    const found = responses.find(({ id }) => id === next);
    if (!found || chain.includes(found)) return { chain, isWhole: false };
    chain.unshift(found);
    next = asString(found.asked.previous_response_id);
  }
  return { chain, isWhole: conversationOf(chain[0]?.asked ?? {}) === undefined };
}

const conversationOf = ({ conversation }: JsonObject): string | undefined =>
  asString(conversation) ?? asString(asObject(conversation)?.id);

// Items that go back: their ids, their neighbours, and where the service has them already.

const prefixes: ReadonlyMap<unknown, string> = new Map([
  ['reasoning', 'rs'],
  ['function_call', 'fc'],
  ['custom_tool_call', 'ctc'],
  ['message', 'msg'],
]);

const itemIds = defineRule({
  id: 'item-id-format',
  what: 'An item id has the prefix of its type, and only letters, digits, "_" and "-".',
  evidence: {
    grade: 'documented',
    title: 'The service: "Expected an ID that begins with \'rs\'"',
    url: 'https://github.com/diegosouzapw/OmniRoute/issues/224',
  },
  placesOf: ({ body }) =>
    inputItems(body)
      .filter(({ item }) => typeof item.id === 'string' && prefixes.has(item.type))
      .map(({ item, path }) => ({ path: `${path}.id`, value: item })),
  wrong: ({ id, type }) => {
    const prefix = prefixes.get(type) ?? '';
    if (!/^[\w-]+$/.test(toText(id)))
      return `${JSON.stringify(id)} is not a valid id: only letters, digits, "_" and "-"`;
    return toText(id).startsWith(prefix)
      ? undefined
      : `the id of an item of type "${toText(type)}" begins with "${prefix}"; this one is ${JSON.stringify(id)}`;
  },
});

/** Where an item of the input came from: the response, and its place there. By its id or, of reasoning, its sealed state. */
function originOf({ id, encrypted_content: sealed }: JsonObject, responses: readonly EarlierResponse[]) {
  for (const { output, asked } of responses) {
    const place = output.findIndex((earlier) => (id !== undefined && earlier.item.id === id) || holds(earlier, sealed));
    if (place >= 0) return { given: output[place] as EarlierItem, next: output[place + 1]?.item, asked };
  }
  return undefined;
}

const holds = ({ item, sealedAgain }: EarlierItem, sealed: unknown): boolean =>
  typeof sealed === 'string' && sealed !== '' && (item.encrypted_content === sealed || sealedAgain === sealed);

/** Items that the model or the service wrote: what may follow reasoning. */
const isOfTheModel = ({ type, role }: JsonObject): boolean =>
  role === undefined ? !/_output$|_response$/.test(toText(type)) : role === 'assistant';

const reasoningFollowed = defineRule({
  id: 'reasoning-item-successor',
  what: 'A reasoning item goes back with its original next item.',
  evidence: {
    grade: 'documented',
    title: 'The service: "of type \'reasoning\' was provided without its required following item"',
    url: 'https://github.com/openai/openai-node/issues/1567',
  },
  placesOf: ({ body }) => {
    const items = inputItems(body);
    return items
      .filter(({ item }) => item.type === 'reasoning')
      .map(({ item, turn, path }) => ({ path, value: { item, following: items[turn + 1]?.item } }));
  },
  wrong: ({ item, following }, asked) => {
    const origin = originOf(item, earlierResponses(asked.earlier));
    if (origin && !origin.next) return undefined;
    const what = following ? `an item of type "${toText(following.type ?? 'message')}"` : 'nothing';
    if (!origin) {
      return following && isOfTheModel(following)
        ? undefined
        : `its next item is ${what}, which the model did not write`;
    }
    return following && isSame(following, origin.next as JsonObject)
      ? undefined
      : `its next item was of type "${toText(origin.next?.type)}", and now is ${what}`;
  },
});

/** An item may be named alone, and of a message the id may be left out. */
function isSame(sent: JsonObject, given: JsonObject): boolean {
  if (sent.type === 'item_reference') return sent.id === given.id;
  if ((sent.type ?? 'message') !== given.type) return false;
  if (typeof given.call_id === 'string') return sent.call_id === given.call_id || sent.id === given.id;
  return (sent.id ?? given.id) === given.id && isOfTheModel(sent);
}

const reasoningIds = defineRule({
  id: 'reasoning-id-unchanged',
  what: 'Encrypted reasoning goes back under its original id.',
  evidence: {
    grade: 'documented',
    title: 'The pair is verified by the service',
    url: 'https://github.com/Oaklight/llm-rosetta/issues/403',
  },
  placesOf: ({ body }) =>
    inputItems(body)
      .filter(({ item }) => item.type === 'reasoning' && typeof item.id === 'string')
      .map(({ item, path }) => ({ path: `${path}.id`, value: item })),
  wrong: (item, { earlier }) => {
    const given = earlierResponses(earlier)
      .flatMap(({ output }) => output)
      .find((one) => holds(one, item.encrypted_content));
    return !given || given.item.id === item.id
      ? undefined
      : `this encrypted reasoning had the id ${JSON.stringify(given.item.id)}, and goes back as ${JSON.stringify(item.id)}`;
  },
});

const reasoningLeads = defineRule({
  id: 'reasoning-item-required',
  what: 'A stored item after reasoning goes back by its id only with that reasoning.',
  evidence: {
    grade: 'documented',
    title: 'The service: "was provided without its required \'reasoning\' item"',
    url: 'https://github.com/continuedev/continue/issues/11994',
  },
  placesOf: (asked) =>
    keptFor(asked)
      ? []
      : inputItems(asked.body)
          .filter(({ item }) => typeof item.id === 'string' && item.type !== 'reasoning')
          .flatMap((found) => {
            const led = leaderOf(found.item, earlierResponses(asked.earlier));
            return led ? [{ path: `${found.path}.id`, value: { ...found, led } }] : [];
          }),
  wrong: ({ turn, led }, { body }) =>
    inputItems(body)[turn - 1]?.item.id === led.id
      ? undefined
      : `it followed the reasoning ${JSON.stringify(led.id)}, which is not before it`,
});

/** The reasoning right before an item in a response that the service keeps. */
function leaderOf({ id }: JsonObject, responses: readonly EarlierResponse[]): JsonObject | undefined {
  for (const { output, asked } of responses) {
    const place = output.findIndex(({ item }) => item.id === id);
    const before = output[place - 1]?.item;
    if (place > 0 && asked.store !== false && before?.type === 'reasoning') return before;
  }
  return undefined;
}

const oneLinkage = defineRule({
  id: 'conversation-link-single',
  what: 'A request continues a response or a conversation, never both.',
  evidence: {
    grade: 'documented',
    title: 'openai ResponseCreateParamsBase: previous_response_id',
    url: 'https://platform.openai.com/docs/api-reference/responses/create',
  },
  placesOf: ({ body }) =>
    asString(body.previous_response_id) === undefined ? [] : [{ path: 'body.previous_response_id', value: body }],
  wrong: (body, { earlier }) => {
    if (conversationOf(body) !== undefined) return 'it is beside "conversation"';
    const from = earlierResponses(earlier).find(({ id }) => id === body.previous_response_id);
    return from?.isKept === false ? 'the response that it names is not stored ("store": false)' : undefined;
  },
});

const saidOnce = defineRule({
  id: 'item-unique',
  what: 'No item is sent twice, or again if the service has stored it.',
  evidence: {
    grade: 'documented',
    title: 'The service: "Duplicate item found with id"',
    url: 'https://github.com/vercel/ai/pull/15492',
  },
  placesOf: ({ body }) =>
    inputItems(body)
      .filter(({ item }) => typeof item.id === 'string' && !/_output$/.test(toText(item.type)))
      .map(({ item, turn, path }) => ({ path: `${path}.id`, value: { item, turn } })),
  wrong: ({ item, turn }, asked) => {
    const has = keptFor(asked)?.chain.some(({ output }) => output.some((given) => given.item.id === item.id));
    if (has) return `the service has ${JSON.stringify(item.id)} already, in the conversation that the request names`;
    const isTold = inputItems(asked.body).some((other) => other.turn < turn && other.item.id === item.id);
    return isTold ? `${JSON.stringify(item.id)} is sent twice` : undefined;
  },
});

const referencesKept = defineRule({
  id: 'item-reference-stored',
  what: 'An item goes back by id alone, or without its encrypted content, only if the service stores it.',
  evidence: {
    grade: 'documented',
    title: 'The service: "Items are not persisted when `store` is set to false"',
    url: 'https://github.com/vercel/ai/issues/7543',
  },
  placesOf: ({ body }) =>
    inputItems(body)
      .filter(({ item }) => item.type === 'item_reference' || (item.type === 'reasoning' && !item.encrypted_content))
      .map(({ item, path }) => ({ path: `${path}.id`, value: item })),
  wrong: (item, { earlier }: Asked) => {
    const origin = originOf({ id: item.id ?? null }, earlierResponses(earlier));
    return origin?.asked.store === false
      ? `${JSON.stringify(item.id)} is from a request with "store": false, and goes back without its content`
      : undefined;
  },
});

const pictures = /(\.(jpe?g|png|gif|webp)$)|(^data:image\/)/i;
const papers = /(\.(pdf|txt|md|csv|docx?|xlsx?|pptx?|json|html?)$)|(^data:(application|text)\/)/i;

/** What a part's address, or its bytes, say that they are. */
const mediaParts = ({ body }: Asked) =>
  inputItems(body).flatMap(({ item, path }) =>
    (asArray(item.content) ?? []).flatMap((value, i) => {
      const part = asObject(value) ?? {};
      const member = ['image_url', 'file_url', 'file_data'].find((name) => typeof part[name] === 'string');
      return member === undefined ? [] : [{ path: `${path}.content[${i}].${member}`, value: part }];
    }),
  );

const picturesAsPictures = defineRule({
  id: 'input-image-type',
  what: 'An image is sent as "input_image", and any other file as "input_file".',
  evidence: {
    grade: 'documented',
    title: 'OpenAI: images and vision, file inputs',
    url: 'https://platform.openai.com/docs/guides/images-vision',
  },
  placesOf: mediaParts,
  wrong: ({ type, image_url: image, file_url: file, file_data: data }) => {
    const [address = ''] = toText(image ?? file ?? data).split(/[?#]/);
    if (type === 'input_image' && papers.test(address)) return 'a file that is not an image is sent as one';
    return type === 'input_file' && pictures.test(address) ? 'an image is sent as a file' : undefined;
  },
});

export const rulesOfItems: readonly Rule[] = [
  itemIds,
  reasoningFollowed,
  reasoningIds,
  reasoningLeads,
  oneLinkage,
  saidOnce,
  referencesKept,
  picturesAsPictures,
];
