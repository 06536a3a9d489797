/** What the Responses API answers to what. */
import { type JsonObject, toText } from '../../../lib/canonical-json.ts';
import type { Conditions } from '../../wire/conditions.ts';
import { asObject } from '../../wire/json.ts';
import { type AnswerRule, limitIsSaid, ofEvents } from '../../wire/rules/answers.ts';
import {
  answerRulesOfOpenAi,
  documentedByOpenAi,
  effortOf,
  repeatedByResponses,
  samplingRejected,
  toolsOfItems,
} from '../families/responses/conditions.ts';

export const conditions: readonly Conditions[] = [
  {
    operations: ['responses.create'],
    repeatedIn: ['response'],
    members: { ...repeatedByResponses, 'reasoning.effort': effortOf },
    presupposes: toolsOfItems,
    rejects: samplingRejected,
    source: {
      title: 'OpenAI API reference: create a response',
      url: 'https://platform.openai.com/docs/api-reference/responses/create',
    },
  },
];

/** What answers keep to. */
export const answerRules: readonly AnswerRule[] = [
  ...answerRulesOfOpenAi,
  limitIsSaid({
    evidence: documentedByOpenAi('the response object, incomplete_details', 'api-reference/responses/object'),
  }),
  ofEvents({
    id: 'stream-parts-end',
    what: 'Each item, part and text that begins in a stream has an event that ends it.',
    impact: 'breaks',
    evidence: documentedByOpenAi('streaming events', 'api-reference/responses-streaming'),
    wrong: (events) => {
      /** What tells one beginning of a stream's items, parts and texts from another, and their ends: ids and indexes. */
      const placeOf = ({
        output_index: output,
        item,
        item_id: id,
        content_index: content,
        summary_index: summary,
      }: JsonObject) => JSON.stringify([output ?? id ?? asObject(item)?.id, content, summary]);
      const ownItems = /^(?:message|reasoning|function_call|custom_tool_call)$/;
      const ownParts =
        /^response\.(?:content_part|output_text|refusal|function_call_arguments|custom_tool_call_input|reasoning_(?:text|summary_text|summary_part))$/;
      // A response that is cut may break off, and items of hosted tools do.
      if (!events.some(({ type }) => type === 'response.completed')) return [];
      const ended = new Set(
        events
          .filter(({ type }) => type.endsWith('.done'))
          .map(({ type, data }) => `${type.slice(0, -'.done'.length)} ${placeOf(data)}`),
      );
      const begun = events.flatMap(({ type, data, path }) => {
        const [, stem = ''] = /^(.*)\.(?:added|delta)$/.exec(type) ?? [];
        const isOwn =
          stem === 'response.output_item' ? ownItems.test(toText(asObject(data.item)?.type)) : ownParts.test(stem);
        return isOwn ? [{ stem, path, key: `${stem} ${placeOf(data)}` }] : [];
      });
      const first = new Map(begun.toReversed().map((one) => [one.key, one]));
      return [...first.values()]
        .filter(({ key }) => !ended.has(key))
        .map(({ stem, path }) => ({ path, message: `what begins here has no event "${stem}.done"` }));
    },
  }),
];
