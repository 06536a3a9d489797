import { expect, test } from 'vitest';
import { sendsAttachments } from './attachments.ts';

/** What is found where a file goes out under a name, and with a media type. */
const groupsOfFile = (name: string, mediaType: string): string[] => {
  const data = 'JVBERi0xLjQKJSVFT0YK';
  const file = { type: 'data', mediaType: 'application/pdf', name: 'tides.pdf', data };
  const sent = { type: 'data', mediaType, name, data };
  const body = { text: JSON.stringify({ format: 'pdf', mediaType, name, data }) };
  const exchanges = [{ request: { method: 'POST', url: 'https://api.example', headers: [], body } }];
  const step = { messages: [{ role: 'user', contents: [file] }], options: {}, exchanges, unexpected: [] };
  const request = { messages: [{ role: 'user', contents: [sent] }], options: {}, exchange: 0, paths: new Map() };
  const judged = sendsAttachments.judge({ steps: [{ step, path: 'steps[0]', requests: [request] }] } as never);
  return judged.findings.map(({ group }) => group);
};

test('a name may leave out its ending where the media type is sent beside it', () => {
  expect(groupsOfFile('tides', 'application/pdf')).toEqual([]);
  expect(groupsOfFile('tides pdf', 'application/pdf')).toEqual([]);
  expect(groupsOfFile('tides', 'text/plain')).toContain('data.name');
  expect(groupsOfFile('document-1', 'application/pdf')).toEqual(['data.name']);
});

/** What is found where the file at a URL is sent as this text. */
const groupsOfUri = (sent: string, isDownload: boolean): string[] => {
  const uri = 'https://files.example/sky.jpg';
  const request = { method: 'GET', url: uri, headers: [] };
  const body = { text: JSON.stringify({ url: sent }) };
  const step = {
    messages: [{ role: 'user', contents: [{ type: 'uri', mediaType: 'image/jpeg', uri }] }],
    options: {},
    exchanges: [{ request: { method: 'POST', url: 'https://api.example', headers: [], body } }],
    unexpected: isDownload ? [{ request, reason: 'download', isDownload }] : [],
  };
  const read = { messages: [{ role: 'user', contents: [] }], options: {}, exchange: 0, paths: new Map() };
  const judged = sendsAttachments.judge({ steps: [{ step, path: 'steps[0]', requests: [read] }] } as never);
  return judged.findings.map(({ group }) => group);
};

test('sends-attachments takes the bytes of a downloaded file for its URL', () => {
  const bytes = Buffer.from('the file at https://files.example/sky.jpg').toString('base64');
  expect(groupsOfUri(`data:image/jpeg;base64,${bytes}`, true)).toEqual(['uri.downloaded']);
  expect(groupsOfUri('https://files.example/sky.jpg', true)).toContain('data.missing');
  expect(groupsOfUri(`data:image/jpeg;base64,${bytes}`, false)).toEqual(['uri.missing']);
});

/** What is found where a file without a media type is downloaded from this URL, and sent as one of this type. */
const groupsOfUntyped = (uri: string, mediaType: string): string[] => {
  const url = uri.replace(/#.*/, '');
  const data = Buffer.from(`the file at ${url}`).toString('base64');
  const body = { text: JSON.stringify({ mediaType, data }) };
  const messages = [{ role: 'user', contents: [{ type: 'uri', uri }] }];
  const exchanges = [{ request: { method: 'POST', url: 'https://api.example', headers: [], body } }];
  const download = { request: { method: 'GET', url, headers: [] }, reason: 'download', isDownload: true };
  const sent = [{ role: 'user', contents: [{ type: 'data', mediaType, data }] }];
  const requests = [{ messages: sent, options: {}, exchange: 0, paths: new Map() }];
  const steps = [[download], []].map((unexpected, s) => ({
    step: { messages, options: {}, exchanges, unexpected },
    path: `steps[${s}]`,
    requests,
  }));
  return sendsAttachments.judge({ steps } as never).findings.map(({ group }) => group);
};

test('sends-attachments takes a downloaded file as the type that its URL tells, in later requests too', () => {
  const both = ['uri.downloaded', 'uri.downloaded'];
  expect(groupsOfUntyped('https://files.example/sky.jpg#top', 'image/jpeg')).toEqual(both);
  expect(groupsOfUntyped('https://files.example/tides', 'application/pdf')).toEqual(both);
  expect(groupsOfUntyped('https://files.example/sky.jpg', 'application/pdf')).toContain('data.media-type');
  expect(groupsOfUntyped('https://files.example/log.pdf', 'image/png')).toContain('data.media-type');
});
