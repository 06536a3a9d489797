import { describe, expect, it } from 'vitest';
import { differingOutputs } from './hosted-outputs.ts';

const text = (words: string) => ({ type: 'text', text: words });
const failure = (message: string) => ({ type: 'error', message });

describe('outputs of a hosted tool', () => {
  const ran = { stdout: '42\n', stderr: 'slow\n', return_code: 0, content: [{ file_id: 'file_1' }] };

  it('tell the words and the addresses of the payload', () => {
    expect(differingOutputs(ran, false, [text('42\n'), text('slow\n')])).toEqual([]);
    expect(differingOutputs(ran, false, [text('42\n')])).toEqual(['the text "slow\\n" is not in its outputs']);
    const pages = [{ type: 'web_search_result', url: 'https://a.example', encrypted_content: 'sealed' }];
    expect(differingOutputs(pages, false, [{ type: 'uri', uri: 'https://a.example' }])).toEqual([]);
    expect(differingOutputs(pages, false, [])).toEqual(['the URL "https://a.example" is not in its outputs']);
  });

  it('may be cut or joined differently, or be the payload as JSON', () => {
    expect(differingOutputs(ran, false, [text('42\nslow\n')])).toEqual([]);
    expect(differingOutputs(ran, false, [text(JSON.stringify(ran))])).toEqual([]);
    const sealed = [{ text: '{"stdOut":"42"}' }];
    expect(differingOutputs(sealed, false, [text('42')])).toEqual([]);
  });

  it('hold nothing that the provider did not write', () => {
    expect(differingOutputs({}, false, [text('made up')])).toEqual(['the text "made up" is invented']);
  });

  it('tell a failure as one, and only that', () => {
    expect(differingOutputs({ error_code: 'unavailable' }, true, [failure('unavailable')])).toEqual([]);
    expect(differingOutputs('no such page', true, [text('no such page')])).toEqual(['a failure is sent as a success']);
    expect(differingOutputs('fine', false, [failure('fine')])).toEqual(['a success is sent as a failure']);
  });

  it('do not repeat what tells of the tool itself', () => {
    const listing = { tools: [{ name: 'search', description: { text: 'Finds pages.' } }] };
    expect(differingOutputs(listing, false, [])).toEqual([]);
  });

  it('need not hold bytes that an address carries', () => {
    expect(differingOutputs([{ url: 'data:image/png;base64,AAAA' }], false, [])).toEqual([]);
  });
});
