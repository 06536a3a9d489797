import https from 'node:https';
import { buffer } from 'node:stream/consumers';
import type { Operation } from '../../matrix/schema.ts';
import type { ClientSettings } from '../../spec/contract/client.ts';
import type { Cassette } from '../format/cassette.ts';
import { CassetteSelection } from './cassette-selection.ts';
import { type Transport, withTransport } from './with-transport.ts';

/** A provider API of two operations, and clients for it: what the tests of this folder share. */

export const operations: Operation[] = [
  {
    id: 'messages.create',
    method: 'POST',
    urlTemplates: ['/v1/messages'],
    transports: ['json', 'sse'],
    streamWhen: { body: 'stream' },
    description: 'asks a model',
  },
  { id: 'files.get', method: 'GET', urlTemplates: ['/v1/files/{id}'], transports: ['json'], description: 'a file' },
];

export const settings: ClientSettings = {
  baseUrl: 'https://api.example',
  model: 'm',
  credentials: { type: 'apiKey', apiKey: 'very-secret' },
  maxOutputTokens: 10,
  timeout: 1000,
  wait: () => Promise.reject(new Error('replay waits for nothing')),
};

export const url = `${settings.baseUrl}/v1/messages`;
export const json = [['content-type', 'application/json']] as const;

export const cassette = (...answers: string[]): Cassette => ({
  provenance: { evidence: 'documented', sources: [{ title: 'x' }], note: 'x' },
  entries: answers.map((text) => ({
    request: { method: 'POST', url, headers: json, body: { text: '{}' } },
    response: { status: 200, headers: json, body: { text } },
  })),
});

export const deckOf = (recorded: Cassette): CassetteSelection =>
  CassetteSelection.of(recorded, operations, settings.baseUrl);

export const replay = async <T>(use: (transport: Transport) => Promise<T>, recorded = cassette('{"n":1}', '{"n":2}')) =>
  withTransport({ deck: deckOf(recorded), settings }, use);

export const post = (body: BodyInit = '{}', headers: Record<string, string> = {}) =>
  fetch(url, {
    method: 'POST',
    body,
    headers: { 'content-type': 'application/json', authorization: 'Bearer very-secret', ...headers },
  });

export const overNodeHttp = (body: string | Buffer = '{}', type = 'application/json') =>
  new Promise<string>((resolve, reject) => {
    https
      .request(url, { method: 'POST', headers: { 'content-type': type } }, async (response) =>
        resolve(String(await buffer(response))),
      )
      .on('error', reject)
      .end(body);
  });
