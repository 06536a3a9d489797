import type { ScalarTag } from 'yaml';
import { numberAsSpelled } from '../format/faithful-json.ts';

/**
 * What a plain scalar means in the YAML of recorders, which mostly is YAML 1.1. Only what their writers give for a value that is no text
 * is read as one: an id such as `12e45` stands there without quotes, and is none of the numbers of YAML 1.2.
 */
const plain = (tag: string, test: RegExp, resolve: (text: string) => unknown): ScalarTag => ({
  tag: `tag:yaml.org,2002:${tag}`,
  default: true,
  test,
  resolve,
});

const binary = (tag: string): ScalarTag => ({
  tag,
  resolve: (text, onError) => {
    const compact = text.replaceAll(/\s/g, '');
    if (/[^A-Za-z0-9+/=]/.test(compact)) onError('what is said to be binary is not base64');
    return Buffer.from(compact, 'base64');
  },
});

export const recorderTags: readonly ScalarTag[] = [
  plain('null', /^(?:~|null|)$/, () => null),
  plain('bool', /^(?:true|false)$/, (text) => text === 'true'),
  plain('int', /^[-+]?(?:0|[1-9]\d*)$/, numberAsSpelled),
  plain('float', /^[-+]?\d+\.\d*(?:[eE][-+]\d+)?$/, numberAsSpelled),
  binary('tag:yaml.org,2002:binary'),
  // Ruby's own word for it.
  binary('!binary'),
];
