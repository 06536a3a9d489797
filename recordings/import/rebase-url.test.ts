import { expect, test } from 'vitest';
import { rebaseUrl } from './rebase-url.ts';

const column = {
  baseUrl: 'https://{resource}.tides.example/api/projects/{project}',
  endpoints: { control: 'https://control.{region}.tides.example' },
  recording: { parameters: { resource: { replay: 'our-harbour' }, project: { replay: 'our-project' } } },
  surfaces: [{}, { baseUrl: 'https://{place}-sea.example', recording: { parameters: { place: { replay: 'north' } } } }],
};

test('what belongs to an account becomes what stands for it in replay', () => {
  const moved = [
    [
      'https://secret.tides.example/api/projects/mine/x?a=1#b',
      'https://our-harbour.tides.example/api/projects/our-project/x?a=1#b',
    ],
    [
      'https://secret.tides.example:443/api/projects/mine',
      'https://our-harbour.tides.example/api/projects/our-project',
    ],
    ['https://control.west.tides.example/x%3Ay', 'https://control.region.tides.example/x%3Ay'],
    ['HTTPS://WEST-sea.example', 'https://north-sea.example/'],
    [
      'https://our-harbour.tides.example/api/projects/our-project/x',
      'https://our-harbour.tides.example/api/projects/our-project/x',
    ],
  ] as const;
  for (const [from, to] of moved) expect(rebaseUrl(from, column)).toEqual({ url: to });
});

test('of another host only the path is kept, and the host is told; a path is at home', () => {
  expect(rebaseUrl('http://localhost:8080/api/projects/p/x?a=1', column)).toEqual({
    url: 'https://our-harbour.tides.example/api/projects/p/x?a=1',
    stranger: 'localhost:8080',
  });
  // Neither a longer host, nor one of more labels, is the provider's.
  for (const host of ['a.b.tides.example', 'x.tides.example.evil.example']) {
    expect(rebaseUrl(`https://${host}/api/projects/p/x`, column).stranger).toBe(host);
  }
  expect(rebaseUrl('https://north-sea.example.evil.example/x', column).stranger).toBe('north-sea.example.evil.example');
  expect(rebaseUrl('/x', column)).toEqual({ url: 'https://our-harbour.tides.example/x' });
});
