import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { Content } from '../contract/index.ts';
import { factsFromContents, factsFromError } from './from-contents.ts';

const read = (...contents: Content[]) =>
  factsFromContents({ messages: [{ role: 'assistant', contents }], warnings: [] });

describe('factsFromContents', () => {
  it('takes the text of a message as one, at the first content that has some', () => {
    const call: Content = { type: 'function-call', callId: 'c1', name: 'f', arguments: { a: 1 } };
    const reading = read({ type: 'text', text: '' }, { type: 'text', text: 'a' }, call, { type: 'text', text: 'b' });
    expect(reading).toEqual({
      facts: [
        { fact: { kind: 'text', text: 'ab' }, path: 'response.messages[0].contents[1]' },
        { fact: { kind: 'call', name: 'f', arguments: { a: 1 }, id: 'c1' }, path: 'response.messages[0].contents[2]' },
      ],
      unread: [],
    });
  });

  it('takes no fact from empty text and empty reasoning', () => {
    expect(read({ type: 'text', text: '' }, { type: 'reasoning', text: '' })).toEqual({ facts: [], unread: [] });
  });

  it('keeps arguments that do not parse as their text', () => {
    const { facts } = read({ type: 'function-call', callId: 'c1', name: 'f', argumentsText: '{"a":' });
    expect(facts[0]?.fact).toMatchObject({ arguments: '{"a":' });
  });

  it('reads reasoning with its opaque state', () => {
    const { facts } = read({ type: 'reasoning', text: 'hm', protectedData: 'sig' }, { type: 'reasoning', text: 'so' });
    expect(facts.map((f) => f.fact)).toEqual([
      { kind: 'reasoning', text: 'hm', protectedData: 'sig' },
      { kind: 'reasoning', text: 'so' },
    ]);
  });

  it('reads hosted tools: the name of the wire, and the provider’s own block before any interpretation', () => {
    const { facts } = read(
      { type: 'hosted-tool-call', callId: 's1', tool: 'mcp-server', name: 'search', serverName: 'docs', arguments: {} },
      { type: 'hosted-tool-call', callId: 's2', tool: 'web-search' },
      { type: 'hosted-tool-result', callId: 's1', tool: 'mcp-server', outputs: [], rawRepresentation: { content: 1 } },
      { type: 'hosted-tool-result', tool: 'web-search', outputs: [{ type: 'text', text: 'x' }] },
    );
    expect(facts.map((f) => f.fact)).toEqual([
      {
        kind: 'hosted-call',
        tool: 'docs/search',
        of: 'mcp-server',
        arguments: {},
        id: 's1',
        ofServer: { name: 'search', server: 'docs' },
      },
      { kind: 'hosted-call', tool: 'web-search', of: 'web-search', arguments: null, id: 's2' },
      { kind: 'hosted-result', tool: 'mcp-server', of: 'mcp-server', payload: { content: 1 }, outputs: [], id: 's1' },
      {
        kind: 'hosted-result',
        tool: 'web-search',
        of: 'web-search',
        payload: [{ type: 'text', text: 'x' }],
        outputs: [{ type: 'text', text: 'x' }],
      },
    ]);
  });

  it('reads citations: the source by URL, else file, else title, and the words by index, else the whole text', () => {
    const text = '🌦 It rains. It is cold.';
    const { facts } = read({
      type: 'text',
      text,
      annotations: [
        { url: 'https://a.example/', title: 'A', snippet: 'Rain.', startIndex: 3, endIndex: 12 },
        { fileId: 'file-1', title: 'a.pdf' },
        { title: 'A page' },
        {},
      ],
    });
    const path = 'response.messages[0].contents[0]';
    const whole = { span: text, place: 0 };
    expect(facts.slice(1)).toEqual([
      {
        fact: {
          kind: 'citation',
          target: 'https://a.example/',
          title: 'A',
          quote: 'Rain.',
          span: 'It rains.',
          place: 3,
        },
        path: `${path}.annotations[0]`,
      },
      { fact: { kind: 'citation', target: 'file-1', title: 'a.pdf', ...whole }, path: `${path}.annotations[1]` },
      { fact: { kind: 'citation', target: 'A page', title: 'A page', ...whole }, path: `${path}.annotations[2]` },
      { fact: { kind: 'citation', target: '', ...whole }, path: `${path}.annotations[3]` },
    ]);
  });

  it('says where cited words stand in all of the text, and of which text a piece without words could have told them', () => {
    const cited = (text: string, annotations: object[]) => ({ type: 'text', text, annotations }) as const;
    const { facts } = read(
      { type: 'text', text: 'Low tide. ' },
      { type: 'data', data: '', mediaType: 'image/png' },
      cited('High tide.', [{ url: 'https://a.example/', startIndex: 5, endIndex: 10 }]),
      cited('', [{ url: 'https://b.example/' }]),
      { type: 'reasoning', text: 'Hm.' },
      cited('', [{ url: 'https://c.example/' }]),
    );
    expect(facts.map((f) => f.fact).filter(({ kind }) => kind === 'citation')).toEqual([
      { kind: 'citation', target: 'https://a.example/', span: 'tide.', place: 15 },
      { kind: 'citation', target: 'https://b.example/', couldBeOf: { text: 'High tide.', from: 10 } },
      { kind: 'citation', target: 'https://c.example/' },
    ]);
  });

  it('takes no words from a text that has none, as pieces of a stream may be', () => {
    const { facts } = read({ type: 'text', text: '', annotations: [{ url: 'https://a.example/' }] });
    expect(facts.map((f) => f.fact)).toEqual([{ kind: 'citation', target: 'https://a.example/' }]);
  });

  it('reads files and bytes, alone and among what a hosted tool gave', () => {
    const png = { kind: 'data', mediaType: 'image/png', sha256: createHash('sha256').update('png').digest('hex') };
    const data = Buffer.from('png').toString('base64');
    const { facts } = read(
      { type: 'data', data, mediaType: 'image/png' },
      { type: 'hosted-file', fileId: 'file-1', name: 'a.csv' },
      {
        type: 'hosted-tool-result',
        tool: 'code-interpreter',
        outputs: [
          { type: 'text', text: 'done' },
          { type: 'uri', uri: `data:image/png;base64,${data}` },
          { type: 'uri', uri: 'https://example.org/a.png' },
          { type: 'hosted-file', fileId: 'file-2' },
        ],
        rawRepresentation: 'raw',
      },
    );
    expect(facts.map((f) => f.fact)).toEqual([
      png,
      { kind: 'file', id: 'file-1', name: 'a.csv' },
      expect.objectContaining({ kind: 'hosted-result', tool: 'code-interpreter', payload: 'raw' }),
      png,
      { kind: 'file', id: 'file-2' },
    ]);
    expect(facts[3]?.path).toBe('response.messages[0].contents[2]');
  });

  it('reads why it ended and what it cost', () => {
    const response = { messages: [], warnings: [], finishReason: 'stop', usage: { inputTokens: 3, outputTokens: 2 } };
    expect(factsFromContents(response).facts).toEqual([
      { fact: { kind: 'finish', reason: 'stop' }, path: 'response.finishReason' },
      { fact: { kind: 'usage', inputTokens: 3, outputTokens: 2 }, path: 'response.usage' },
    ]);
  });

  it('reads nothing of what it has no word for', () => {
    expect(read({ type: 'uri', uri: '' }).facts).toEqual([]);
    expect(factsFromContents({ messages: [], warnings: [], usage: { outputTokens: 2 } }).facts).toEqual([]);
  });
});

describe('factsFromError', () => {
  it('reads what the provider said', () => {
    const error = { name: 'ProviderError', message: 'Overloaded', status: 529, code: 'overloaded_error' };
    expect(factsFromError(error).facts).toEqual([
      { fact: { kind: 'error', status: 529, code: 'overloaded_error', message: 'Overloaded' }, path: 'error' },
    ]);
    expect(factsFromError({ ...error, status: undefined, code: undefined }).facts[0]?.fact).toEqual({
      kind: 'error',
      message: 'Overloaded',
    });
  });

  it('takes no other error for the provider’s word', () => {
    expect(factsFromError({ name: 'TypeError', message: 'x is undefined' }).facts).toEqual([]);
  });
});
