/** What is returned equals what the wire says, whole and streamed: words, reasoning, files, citations, names, usage. */
import { isJsonObject, type Json, jsonEquals } from '../../lib/canonical-json.ts';
import { explainSchemaErrors } from '../../lib/explain-schema-errors.ts';
import { validatorFor } from '../../lib/validator.ts';
import type { Exchange } from '../../recordings/format/exchange.ts';
import { ChatResponse, ChatResponseUpdate, type Citation, type Content } from '../contract/index.ts';
import { isChatResponse, isChatResponseUpdate } from '../contract/shape.ts';
import { compareFacts } from '../facts/compare-wire-and-adapter.ts';
import { describeFact, factLabels, nameKinds, quote, shown, withoutNames } from '../facts/describe.ts';
import type {
  Fact,
  FactKind,
  FactReading,
  FinishFact,
  LocatedFact,
  MessageIdFact,
  ModelFact,
  ResponseIdFact,
} from '../facts/fact.ts';
import { eventFrames, serverSentEvents } from '../wire/events.ts';
import { jsonOf } from '../wire/json.ts';
import {
  answeredKinds,
  type Check,
  type CheckOutcome,
  contractSource,
  type Found,
  type JudgedAnswer,
  type JudgedStep,
  mergeOutcomes,
  notApplicable,
} from './check.ts';
import { factsEqualWire, judgeFacts } from './lib/fact-check.ts';
import { isEmpty } from './lib/request-contents.ts';

export const returnsText: Check = {
  id: 'returns-text',
  level: 'MUST',
  title: 'The returned text equals the text in the response.',
  reason:
    'An application shows and stores the text. A lost chunk, a repeated chunk or a split character makes it wrong.',
  sources: [contractSource, { title: 'M.E.AI TextContent, ChatResponse.Text' }],
  judge: factsEqualWire(['text']),
};

export const returnsReasoning: Check = {
  id: 'returns-reasoning',
  level: 'MUST',
  title: 'Reasoning and its opaque state are returned unchanged.',
  reason:
    'The application can send back only reasoning that it has. Providers that sign reasoning reject a conversation without it.',
  sources: [contractSource, { title: 'M.E.AI TextReasoningContent.ProtectedData' }],
  judge: factsEqualWire(['reasoning']),
};

export const returnsFiles: Check = {
  id: 'returns-files',
  level: 'MUST',
  title: 'Files and inline data are returned.',
  reason:
    'The user loses a generated file that the adapter does not return, because the provider stores it for a short time only.',
  sources: [contractSource, { title: 'M.E.AI HostedFileContent, DataContent' }],
  judge: factsEqualWire(['file', 'data']),
};

export const returnsFinishReason: Check = {
  id: 'returns-finish-reason',
  level: 'MUST',
  title: 'The finish reason equals the one in the response.',
  reason: 'The application decides by it to act, to continue or to distrust the response.',
  sources: [contractSource, { title: 'M.E.AI ChatFinishReason' }],
  judge: ({ steps }) => mergeOutcomes(steps.filter(({ step }) => step.response).map(judgeFinish)),
};

function judgeFinish(judged: JudgedStep): CheckOutcome {
  const { compared, findings: all } = judgeFacts(judged, ['finish'], 'MUST');
  const findings = all.filter(({ wire }) => (wire as FinishFact | undefined)?.said !== '');
  // An answer is searched only where something is wrong.
  if (findings.length === 0) return { compared, findings };
  const [word, ...others] = new Set(judged.step.exchanges.flatMap(jsonsOf).flatMap(wordsForTheEnd));
  const isOwnWord = ({ wire, adapter }: Found): boolean => {
    const [said, told] = [wire, adapter].map((fact) => (fact as Partial<FinishFact> | undefined)?.reason);
    if (told !== word || others.length > 0 || told === undefined) return false;
    // A call may end with the word of an answer: that it is there is told by the call itself.
    return words.has(told) ? said === 'tool_calls' : said === 'length' || said === 'content_filter';
  };
  return {
    compared,
    findings: findings.map((found) =>
      found.group === 'finish.reason.changed' && isOwnWord(found)
        ? { ...found, group: 'finish.reason.own-word' }
        : found,
    ),
  };
}

/** The contract's own words for why an answer ended. */
const words: ReadonlySet<string> = new Set(['stop', 'length', 'tool_calls', 'content_filter']);

/** Why an answer ended, in the provider's own words, wherever its wire says it. */
function wordsForTheEnd(value: Json): string[] {
  if (Array.isArray(value)) return value.flatMap(wordsForTheEnd);
  if (!isJsonObject(value)) return [];
  return Object.entries(value).flatMap(([name, member]) =>
    typeof member === 'string'
      ? /^(?:finish|stop)_?reason$/i.test(name)
        ? [member]
        : []
      : wordsForTheEnd(member ?? null),
  );
}

export const returnsUsage: Check = {
  id: 'returns-usage',
  level: 'MUST',
  title: 'Token counts equal those in the response, summed per call.',
  reason: 'Bills and budgets depend on it.',
  sources: [contractSource, { title: 'M.E.AI UsageDetails' }],
  judge: factsEqualWire(['usage']),
};

const equalWire = factsEqualWire(['citation'], 'MUST');

export const returnsCitations: Check = {
  id: 'returns-citations',
  level: 'MUST',
  title: 'Every citation is returned with its source.',
  reason: 'A user cannot verify text without its sources, and most providers require applications to show them.',
  sources: [contractSource, { title: 'M.E.AI CitationAnnotation' }],
  judge: (context) => mergeOutcomes([equalWire(context), ...context.steps.map(wellNamed)]),
};

/** A source has one name: an address that can be followed, or what the provider calls a file. */
function wellNamed({ step, path }: JudgedAnswer): CheckOutcome {
  const cited = (step.response?.messages ?? []).flatMap(({ contents }, m) =>
    contents.flatMap((content, c) => {
      const annotations = content.type === 'text' ? (content.annotations ?? []) : [];
      return annotations.map((citation, a) => ({
        citation,
        adapterPath: `${path}.response.messages[${m}].contents[${c}].annotations[${a}]`,
      }));
    }),
  );
  const findings = cited.flatMap(({ citation, adapterPath }) => {
    const message = misnamed(citation);
    return message === undefined ? [] : [{ message, group: 'citation.name', adapterPath, adapter: citation }];
  });
  return { compared: cited.length, findings };
}

function misnamed({ url, fileId }: Citation): string | undefined {
  if (url !== undefined && !URL.canParse(url)) return `the source's URL "${url}" is not a URL`;
  return url !== undefined && url === fileId ? `the source "${url}" is returned as a URL and as a file` : undefined;
}

export const returnsCitationSpans: Check = {
  id: 'returns-citation-spans',
  level: 'SHOULD',
  title: 'A citation points to the text it supports.',
  reason:
    'Providers count in code points, bytes or UTF-16 units. Without a conversion the index points to the wrong text.',
  sources: [contractSource, { title: 'M.E.AI TextSpanAnnotatedRegion' }],
  judge: factsEqualWire(['citation'], 'SHOULD'),
};

export const returnsIdsUnchanged: Check = {
  id: 'returns-ids-unchanged',
  level: 'MUST',
  title: "Returned ids and model are the provider's, throughout a stream.",
  reason:
    'The id identifies a response for lookup, billing and continuation. Another id finds nothing, or another response.',
  sources: [
    contractSource,
    { title: 'M.E.AI ChatResponse.ResponseId, ChatResponse.ModelId, ChatMessage.MessageId' },
    {
      title:
        'M.E.AI ChatResponseUpdate.MessageId: groups the updates of one message, and may be the id of the response',
      url: 'https://learn.microsoft.com/dotnet/api/microsoft.extensions.ai.chatresponseupdate.messageid',
    },
  ],
  judge: ({ steps, trace: { settings } }) =>
    mergeOutcomes(
      steps.map((judged) => mergeOutcomes([judgeWhole(judged, settings.model), judgeUpdates(judged, settings.model)])),
    ),
};

function judgeWhole(judged: JudgedStep, usual: string): CheckOutcome {
  if (!judged.step.response) return notApplicable;
  const names = namesOnWire(judged, usual);
  const facts = judged.adapter.facts.filter(({ fact }) => !names.allowed(fact));
  return judgeFacts({ ...judged, adapter: { ...judged.adapter, facts } }, nameKinds, 'MUST');
}

/** What each update says besides what all of them make together: that is the last of what they say. */
function judgeUpdates(judged: JudgedStep, usual: string): CheckOutcome {
  const { updates, response } = judged.step;
  if (!updates || !response) return notApplicable;
  const names = namesOnWire(judged, usual);
  let compared = 0;
  // What the whole says is judged with it.
  const seen = new Set([
    `responseId ${response.responseId}`,
    `modelId ${response.modelId}`,
    ...response.messages.map(({ messageId }) => `messageId ${messageId}`),
  ]);
  const findings: Found[] = [];
  for (const [i, update] of updates.entries()) {
    for (const member of members) {
      const name = update[member];
      if (name === undefined || seen.has(`${member} ${name}`)) continue;
      seen.add(`${member} ${name}`);
      compared++;
      const known = names.of[member];
      if (known.includes(name)) continue;
      findings.push({
        group: `update.${nounOf[member]}`,
        message: `an update has the ${member} ${quote(name)}; the response has ${known.length > 0 ? shown(known) : 'none'}`,
        adapterPath: `${judged.path}.updates[${i}].${member}`,
        adapter: name,
      });
    }
  }
  return { compared, findings };
}

const members = ['responseId', 'modelId', 'messageId'] as const satisfies (keyof ChatResponseUpdate)[];

const nounOf = { responseId: 'response-id', modelId: 'model', messageId: 'message-id' };

interface Names {
  /** By member of an update, what it may be. */
  readonly of: Readonly<Record<(typeof members)[number], readonly string[]>>;
  /** What an adapter may say though no fact of the wire does. */
  readonly allowed: (fact: Fact) => boolean;
}

/**
 * Where a provider gives an answer no id, that of the request may stand for it; where it does not say which model answered, the one
 * that was asked.
 */
function namesOnWire({ step, wire }: JudgedStep, usual: string): Names {
  const facts = wire.facts.map(({ fact }) => fact);
  const responses = facts.filter((fact): fact is ResponseIdFact => fact.kind === 'response-id');
  const models = facts.filter((fact): fact is ModelFact => fact.kind === 'model');
  const messages = facts.filter((fact): fact is MessageIdFact => fact.kind === 'message-id');
  const requests = step.exchanges.flatMap(({ response }) =>
    response.headers.filter(([name]) => /request-?id|correlation-id/i.test(name)).map(([, value]) => value),
  );
  const asked = step.options.modelId ?? usual;
  const responseId = responses.length > 0 ? responses.flatMap(({ id, before = [] }) => [...before, id]) : requests;
  const modelId = models.length > 0 ? models.flatMap(({ model, before = [] }) => [...before, model]) : [asked];
  return {
    of: { responseId, modelId, messageId: [...messages.map(({ id }) => id), ...responseId] },
    allowed: (fact) =>
      ((fact.kind === 'response-id' || fact.kind === 'message-id') &&
        responses.length === 0 &&
        requests.includes(fact.id)) ||
      (fact.kind === 'model' && models.length === 0 && fact.model === asked),
  };
}

export const returnsIds: Check = {
  id: 'returns-ids',
  level: 'SHOULD',
  title: 'Response id, message ids and model are returned.',
  reason: 'A provider needs id and model to answer questions about a response or its cost.',
  sources: [contractSource, { title: 'M.E.AI ChatResponse.ResponseId, ChatResponse.ModelId, ChatMessage.MessageId' }],
  judge: factsEqualWire(nameKinds, 'SHOULD'),
};

export const noEmptyContent: Check = {
  id: 'no-empty-content',
  level: 'SHOULD',
  title: 'No content is empty.',
  reason:
    'Applications show each content and send it back. Empty text appears as an empty bubble, and providers reject it in the next request.',
  sources: [
    contractSource,
    {
      title: 'Empty text blocks that come and may not go back',
      url: 'https://github.com/anthropics/anthropic-sdk-python/issues/461',
    },
  ],
  of: answeredKinds,
  judge: ({ steps }) => {
    let compared = 0;
    const findings: Found[] = [];
    for (const { step, path } of steps) {
      const told = step.updates
        ? step.updates.map(({ contents }, i) => ({ contents, at: `${path}.updates[${i}]` }))
        : (step.response?.messages ?? []).map(({ contents }, i) => ({
            contents,
            at: `${path}.response.messages[${i}]`,
          }));
      for (const { contents, at } of told) {
        compared += contents.length;
        if (!step.updates && contents.length === 0) {
          findings.push({ message: `the message at ${at} is empty`, group: 'message', adapterPath: at });
        }
        contents.forEach((content, i) => {
          if (!isEmptyBlock(content)) return;
          const adapterPath = `${at}.contents[${i}]`;
          findings.push({
            message: `the ${content.type} content at ${adapterPath} is empty`,
            group: content.type,
            adapterPath,
            adapter: { ...content },
          });
        });
      }
    }
    return { compared, findings };
  },
};

function isEmptyBlock(content: Content): boolean {
  if (content.type !== 'text' && content.type !== 'reasoning') return false;
  const { rawRepresentation: raw } = content;
  if (content.text !== '' || (raw !== undefined && !isEmpty(raw))) return false;
  return content.type === 'text' ? (content.annotations ?? []).length === 0 : content.protectedData === undefined;
}

export const contractShape: Check = {
  id: 'contract-shape',
  level: 'MUST',
  title: "Everything returned fits the contract's schemas.",
  reason: 'Applications rely on the types of the contract. A member of another type breaks them far from the cause.',
  sources: [contractSource, { title: 'JSON Schemas of the contract' }],
  judge: ({ steps }) => {
    let compared = 0;
    const findings: Found[] = [];
    const look = (schema: typeof ChatResponse | typeof ChatResponseUpdate, value: unknown, path: string): void => {
      compared++;
      if (schema === ChatResponse ? isChatResponse(value) : isChatResponseUpdate(value)) return;
      const validate = validatorFor(schema);
      validate(value);
      for (const problem of explainSchemaErrors(validate.errors ?? [], value)) {
        const adapterPath = `${path}${problem.pointer.replace(/\/(\d+)/g, '[$1]').replaceAll('/', '.')}`;
        findings.push({ message: `${adapterPath} ${problem.message}`, group: placeIn(adapterPath), adapterPath });
      }
    };
    for (const { step, path } of steps) {
      if (step.malformed !== undefined) {
        const schema = step.updates ? ChatResponseUpdate : ChatResponse;
        look(schema, step.malformed, step.updates ? `${path}.updates[${step.updates.length}]` : `${path}.response`);
      }
      if (step.updates)
        for (const [i, update] of step.updates.entries()) look(ChatResponseUpdate, update, `${path}.updates[${i}]`);
      else if (step.response) look(ChatResponse, step.response, `${path}.response`);
      for (const [adapterPath, { message }] of errorsIn(step.response, path)) {
        compared++;
        if (message.trim() === '')
          findings.push({
            message: `${adapterPath} is an error without a message`,
            group: 'error-without-words',
            adapterPath,
          });
      }
      step.response?.messages.forEach(({ role }, m) => {
        compared++;
        if (role === 'assistant' || role === 'tool') return;
        const adapterPath = `${path}.response.messages[${m}].role`;
        findings.push({
          message: `${adapterPath} is "${role}"; messages of a model have the role "assistant"`,
          group: 'role',
          adapterPath,
          adapter: role,
        });
      });
    }
    return { compared, findings };
  },
};

/** Where in a response, in whatever message or content: `response.messages[].contents[].text`. */
const placeIn = (adapterPath: string): string =>
  adapterPath.replace(/^steps\[\d+\]\./, '').replaceAll(/\[\d+\]/g, '[]');

/** Every error among the contents, and among what hosted tools gave, with its place. */
function errorsIn(response: ChatResponse | undefined, path: string): [path: string, error: { message: string }][] {
  return (response?.messages ?? []).flatMap(({ contents }, m) =>
    contents.flatMap((content, c) => {
      const at = `${path}.response.messages[${m}].contents[${c}]`;
      const outputs = content.type === 'hosted-tool-result' ? content.outputs : [];
      return [content, ...outputs].flatMap((one, i): [string, { message: string }][] =>
        one.type === 'error' ? [[i === 0 ? at : `${at}.outputs[${i - 1}]`, one]] : [],
      );
    }),
  );
}

export const streamEqualsComplete: Check = {
  id: 'stream-equals-complete',
  level: 'MUST',
  title: 'A folded stream equals the complete response.',
  reason: 'Streaming is a choice of the user interface, and must not change the content.',
  sources: [contractSource, { title: 'M.E.AI ToChatResponse' }],
  comparesModes: true,
  judge: ({ case: { mode }, steps, sibling }) => {
    if (mode !== 'stream' || !sibling) return notApplicable;
    let compared = 0;
    const findings: Found[] = [];
    for (const [i, stream] of steps.entries()) {
      const complete = sibling.steps[i];
      if (!complete?.step.response || !stream.step.response) continue;
      compared++;
      findings.push(...judgeModes(complete, stream));
    }
    return { compared, findings };
  },
};

function judgeModes(complete: JudgedAnswer, stream: JudgedAnswer): Found[] {
  const path = `${stream.path}.response`;
  const shapes = { complete: shapeOf(complete.step.response), stream: shapeOf(stream.step.response) };
  const untoldNames = nameKinds.filter((kind) => tells(complete, kind) && !tells(stream, kind) && isNamed(stream));
  // Two recordings of one conversation need not be word for word the same; then only what is told of can be compared.
  const [inComplete, inStream] = [withoutNames(complete.wire.facts), withoutNames(stream.wire.facts)];
  const sameOnWire = compareFacts(inComplete, inStream).differences.length === 0;
  if (!sameOnWire) {
    const untold = [...kindsOf(complete).filter((kind) => !kindsOf(stream).includes(kind)), ...untoldNames];
    return untold.map((kind) => ({
      message: `complete mode returns the ${kind}, stream mode does not`,
      group: `${kind}.missing`,
      adapterPath: path,
    }));
  }
  const { differences } = compareFacts(asOneText(whatWireTells(complete)), asOneText(whatWireTells(stream)));
  const findings: Found[] = differences.map((d) => ({
    message: `stream mode returned ${told(d.adapter)}, complete mode ${told(d.wire)}; both responses are the same`,
    group: d.group,
    adapterPath: path,
    adapter: d.adapter?.fact ?? null,
    wire: d.wire?.fact ?? null,
  }));
  findings.push(
    ...untoldNames.map((kind) => ({
      message: `complete mode returns the ${factLabels[kind]}, stream mode does not`,
      group: `${kind}.missing`,
      adapterPath: path,
    })),
  );
  if (findings.length === 0 && !jsonEquals(shapes.complete, shapes.stream)) {
    findings.push({
      message: `the order of contents differs: complete mode returned ${shapes.complete.join(', ')}; stream mode ${shapes.stream.join(', ')}; both responses are the same`,
      group: 'contents.order',
      adapterPath: path,
    });
  }
  return findings;
}

const tells = ({ adapter }: JudgedAnswer, kind: FactKind): boolean =>
  adapter.facts.some(({ fact }) => fact.kind === kind);

/** Recordings of one conversation may differ in what the provider names; where it names the answer, an adapter can. */
const isNamed = ({ wire }: JudgedAnswer): boolean => wire.facts.some(({ fact }) => fact.kind === 'response-id');

const told = (located: LocatedFact | undefined): string => (located ? describeFact(located.fact) : 'nothing');

/** Kinds that both recordings must tell if one does: each response has a reason to end and a price. */
function kindsOf({ adapter, wire }: JudgedAnswer): string[] {
  const onWire = wire.facts.map((f) => f.fact.kind);
  return adapter.facts.map((f) => f.fact.kind).filter((k) => ['finish', 'usage'].includes(k) && onWire.includes(k));
}

/** Where the wire gives a call no id, an adapter makes one up, and another one each time. */
function withIdsOfWire({ adapter, wire }: JudgedAnswer): LocatedFact[] {
  const given = new Set(wire.facts.flatMap(({ fact }) => ('id' in fact ? fact.id : [])));
  return adapter.facts.map((located) => {
    if (!('id' in located.fact) || given.has(located.fact.id) || located.fact.kind === 'file') return located;
    const { id: _, ...fact } = located.fact;
    return { ...located, fact: fact as Fact };
  });
}

const whatWireTells = (answer: JudgedAnswer): LocatedFact[] =>
  withoutNames(withCountsOfWire(withIdsOfWire(answer), answer).map(withoutTimes));

/** When a search began and ended is told with what it found, and is another in each recording. */
function withoutTimes(located: LocatedFact): LocatedFact {
  if (located.fact.kind !== 'hosted-result') return located;
  const payload = JSON.parse(JSON.stringify(located.fact.payload), (name, value: Json) =>
    timeMember.test(name) ? null : value,
  ) as Json;
  return { ...located, fact: { ...located.fact, payload } };
}

const timeMember = /(?:_at|At|_time|Time)$|^(?:created|timestamp)$/;

/** Counts that only one of two recordings has are no difference between the modes. */
function withCountsOfWire(facts: readonly LocatedFact[], { wire }: JudgedAnswer): LocatedFact[] {
  const told = wire.facts.find(({ fact }) => fact.kind === 'usage')?.fact ?? {};
  return facts.map((located) => {
    if (located.fact.kind === 'finish') return wordsForWhy(located, wire);
    if (located.fact.kind === 'citation') return withoutPlace(located);
    if (located.fact.kind !== 'usage') return located;
    const counts = Object.entries(located.fact).filter(([name]) => name in told);
    return { ...located, fact: Object.fromEntries(counts) as unknown as Fact };
  });
}

/** Where cited words stand, and could have been told, is held against the wire: it knows more of it in one mode than in the other. */
function withoutPlace(located: LocatedFact): LocatedFact {
  if (located.fact.kind !== 'citation') return located;
  const { couldBeOf: _, place: __, ...fact } = located.fact;
  return { ...located, fact };
}

/** Words for why are an adapter's own where the wire has none. */
function wordsForWhy(located: LocatedFact, { facts }: FactReading): LocatedFact {
  if (located.fact.kind !== 'finish' || facts.some(({ fact }) => fact.kind === 'finish' && fact.why !== undefined)) {
    return located;
  }
  return { ...located, fact: { kind: 'finish', reason: located.fact.reason } };
}

/** The texts as one: where a library cuts messages is its own affair, and another in a stream than in a whole response. */
function asOneText(facts: readonly LocatedFact[]): LocatedFact[] {
  const texts = facts.flatMap(({ fact }) => (fact.kind === 'text' ? fact.text : []));
  const [first] = facts.filter(({ fact }) => fact.kind === 'text');
  const others = facts.filter(({ fact }) => fact.kind !== 'text');
  return first ? [{ ...first, fact: { kind: 'text', text: texts.join('') } }, ...others] : others;
}

/** Roles and types of contents in order; neighbouring texts, and messages of one role, are one. */
function shapeOf(response: ChatResponse | undefined): string[] {
  const types = (response?.messages ?? []).flatMap(({ role, contents }) =>
    contents.filter((c) => c.type !== 'text' || c.text !== '').map((c) => `${role} ${c.type}`),
  );
  return types.filter((type, i) => !type.endsWith(' text') || types[i - 1] !== type);
}

export const returnsIncrementally: Check = {
  id: 'returns-incrementally',
  level: 'MUST',
  title: 'Streamed text is yielded as it arrives.',
  reason: 'Users watch the text grow. Text that arrives only at the end makes them wait without a reason.',
  sources: [contractSource, { title: 'M.E.AI IChatClient.GetStreamingResponseAsync' }],
  of: answeredKinds,
  judge: ({ steps }) => mergeOutcomes(steps.map(judgePieces)),
};

/** Of fewer, an adapter that looks ahead by one makes one. */
const fewest = 3;

/** Nothing is demanded where the wire itself says it at once, or in a form that is not plain to see. */
function judgePieces({ step: { updates, exchanges, response }, wire, path }: JudgedStep): CheckOutcome {
  if (!updates || !response) return notApplicable;
  const written = exchanges.flatMap(eventsOf).flatMap(textsIn);
  const contents = updates.flatMap((update) => update.contents);
  return mergeOutcomes(
    wire.facts.map(({ fact, path: at }): CheckOutcome => {
      if (fact.kind !== 'text' && fact.kind !== 'reasoning') return notApplicable;
      const came = piecesOf(fact.text, written);
      if (came < fewest) return notApplicable;
      const told = piecesOf(
        fact.text,
        contents.flatMap((content) => (content.type === fact.kind ? [content.text] : [])),
      );
      if (told !== 1) return { compared: 1, findings: [] };
      const message = `the response has the ${fact.kind} in ${came} chunks, and the adapter yields it at once`;
      return {
        compared: 1,
        findings: [{ message, group: fact.kind, wirePath: `${path}.${at}`, adapterPath: `${path}.updates` }],
      };
    }),
  );
}

/** In how many of these, one after the other, a text is told; 0 where they do not make it. */
function piecesOf(text: string, from: readonly string[]): number {
  let place = 0;
  let count = 0;
  for (const piece of from) {
    if (place === text.length) break;
    if (piece === '' || !text.startsWith(piece, place)) continue;
    place += piece.length;
    count += 1;
  }
  return place === text.length ? count : 0;
}

const jsonsOf = (exchange: Exchange): Json[] =>
  exchange.transport === 'json' ? [jsonOf(exchange.response.body) ?? null] : eventsOf(exchange);

function eventsOf({ transport, response }: Exchange): Json[] {
  if (transport === 'sse') return serverSentEvents(response.body.text).map(({ json }) => json ?? null);
  return transport === 'eventstream' ? eventFrames(response.body).frames.map(({ payload }) => payload) : [];
}

function textsIn(value: Json): string[] {
  if (typeof value === 'string') return [value];
  if (Array.isArray(value)) return value.flatMap(textsIn);
  return isJsonObject(value) ? Object.values(value).flatMap((member) => textsIn(member ?? null)) : [];
}
