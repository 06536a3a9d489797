/** What Google says in words of its own, as contents of the contract. */
import { isJsonObject, type Json, type JsonObject } from '../../../files/canonical-json.ts';
import type { Content } from '../../../spec/contract/index.ts';
import {
  contentsOf,
  hostedCall,
  hostedResult,
  type Output,
  ownOf,
  type Part,
  type PartOf,
  type Reading,
} from '../shared/contents.ts';
import { defined } from '../shared/defined.ts';
import { asObject, plain, text } from '../shared/json.ts';
import type { StepEnd } from '../shared/step.ts';
import { Grounding, groundingContents, pageContents } from './grounding.ts';

const key = 'google';

export function readingOf(): Reading {
  const grounding = new Grounding();
  return {
    key,
    contentsOf: (part) => {
      const signature = signatureOf(part);
      if (part.type === 'text') {
        grounding.heard(part.text);
        if (!signature) return undefined;
        grounding.interrupted();
        return [...contentsOf(part, { key }), signature];
      }
      if (part.type !== 'source') grounding.interrupted();
      if (part.type === 'tool-call' && part.toolName.startsWith('server:')) grounding.hasSearched = true;
      const own = ownContents(part);
      return signature ? [signature, ...(own ?? contentsOf(part, { key }))] : own;
    },
    besideText: (own) => {
      const signature = signed(own, 'text');
      if (!signature) return [];
      grounding.interrupted();
      return [signature];
    },
    heard: (words) => grounding.heard(words),
    protectedData: ({ thoughtSignature }) => text(thoughtSignature),
    refusal: (end) => beside(end, grounding),
  };
}

/** Any part may be signed; what is no reasoning is told beside its signature. */
function signatureOf(part: Part): Content | undefined {
  if (part.type === 'reasoning' || part.type === 'source' || !('providerMetadata' in part)) return undefined;
  return signed(ownOf(part.providerMetadata, { key }), part.type);
}

function signed({ thoughtSignature }: JsonObject, signatureOf: Part['type']): Content | undefined {
  const protectedData = text(thoughtSignature);
  if (protectedData === undefined) return undefined;
  return { type: 'reasoning', text: '', protectedData, rawRepresentation: { signatureOf } };
}

/** Sources say again what stands in the grounding, so they are left out. */
function ownContents(part: Part): Content[] | undefined {
  switch (part.type) {
    case 'tool-call':
      if (!part.providerExecuted) return undefined;
      return [hostedCall(part, hostedOf(part.toolName))];
    case 'tool-result':
      return part.providerExecuted ? [hostedOutcome(part)] : undefined;
    case 'source':
      return [];
    default:
      return undefined;
  }
}

const toolNames = new Map([
  ['code_execution', 'code-interpreter'],
  ['GOOGLE_SEARCH_WEB', 'web-search'],
  ['URL_CONTEXT', 'web-fetch'],
  ['FILE_SEARCH', 'file-search'],
]);

/** Of a tool that has a type the library keeps this apart from what it gave: together they are the wire's part. */
function hostedOutcome(part: PartOf<'tool-result'>): Content {
  const result = hostedResult(part, hostedOf(part.toolName).tool, outputsOf);
  const { serverToolType: toolType, serverToolCallId: id } = ownOf(part.providerMetadata, { key });
  if (toolType === undefined) return { ...result, rawRepresentation: withoutMadeUpId(part) };
  const toolResponse = defined({ id, toolType, response: plain(part.output) });
  return { ...result, rawRepresentation: { ...asObject(result.rawRepresentation), toolResponse } };
}

/** Code has no id here, or one that the library drops: it makes one up, which is another each time. */
function withoutMadeUpId(part: PartOf<'tool-result'>): JsonObject {
  const { toolCallId: _, ...raw } = asObject(part);
  return raw;
}

function hostedOf(toolName: string) {
  const name = toolName.replace(/^server:/, '');
  return { tool: toolNames.get(name) ?? name, name };
}

function outputsOf(given: Json): Output[] {
  if (!isJsonObject(given)) return [];
  const { outcome, output } = given;
  const words = text(output) ?? '';
  if (typeof outcome === 'string' && outcome !== 'OUTCOME_OK') {
    return [{ type: 'error', message: words || outcome, errorCode: outcome }];
  }
  return words === '' ? [] : [{ type: 'text', text: words }];
}

/** What the answer says beside its message: what it is grounded in, the pages that were read. */
function beside({ providerMetadata, finishReason }: StepEnd, grounding: Grounding): Content[] {
  const { groundingMetadata, urlContextMetadata, finishMessage } = ownOf(providerMetadata, { key });
  const why = text(finishMessage);
  const isUsual = ['stop', 'tool-calls', 'length'].includes(finishReason);
  return [
    ...(why === undefined || isUsual ? [] : [{ type: 'error' as const, message: why }]),
    ...(isJsonObject(groundingMetadata) && Object.keys(groundingMetadata).length > 0
      ? groundingContents(groundingMetadata, grounding)
      : []),
    ...(isJsonObject(urlContextMetadata) ? pageContents(asObject(plain(urlContextMetadata))) : []),
  ];
}
