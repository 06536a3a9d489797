import { expect, test } from 'vitest';
import { claimAddress, claimPlace, claimsIn, cutClaim } from './claim.ts';

const files: Readonly<Record<string, string>> = {
  'adapters/a/anthropic/reproductions.mjs': `import assert from 'node:assert/strict';
import whole, { part, unused } from 'library';
import { ask, unasked } from '../shared/reproductions.mjs';

/** Where it is: Vadsø. */
const at = (url) => whole(url);
const model = 'one';

/** A call
 * comes. */
export async function calls({ baseUrl }) {
  assert.ok(await ask(at(baseUrl), part));
}

/** It is named. */
export async function isNamed({ mode }) {
  assert.equal({ model: mode }.model, 'x');
}
`,
  'adapters/a/shared/reproductions.mjs': `import { other } from 'library';

const times = 2;

/** Asks. */
export const ask = (one, two) => other(one, two, times);

export const unasked = () => unused();
`,
};
const read = (file: string) => files[file] ?? '';

test('an id names a function of the file beside the list, or of another provider API', () => {
  const list = 'adapters/a/anthropic/known-issues.yaml:12';
  expect(claimPlace(list, 'null-citations')).toEqual({
    file: 'adapters/a/anthropic/reproductions.mjs',
    name: 'nullCitations',
  });
  expect(claimAddress(list, 'google/calls')).toBe('adapters/a/google/reproductions.mjs#calls');
});

test('a claim is cut with all that it uses, of other files too, and with nothing else', () => {
  const claim = cutClaim({ file: 'adapters/a/anthropic/reproductions.mjs', name: 'calls' }, read);
  expect(claim).toEqual({
    name: 'calls',
    language: 'javascript',
    says: 'A call comes.',
    text: `import whole, { other, part } from 'library';
import assert from 'node:assert/strict';

const times = 2;

/** Asks. */
const ask = (one, two) => other(one, two, times);

/** Where it is: Vadsø. */
const at = (url) => whole(url);

/** A call
 * comes. */
async function calls({ baseUrl }) {
  assert.ok(await ask(at(baseUrl), part));
}`,
  });
});

test('the name of a member is no use of what has the same name', () => {
  const { text } = cutClaim({ file: 'adapters/a/anthropic/reproductions.mjs', name: 'isNamed' }, read);
  expect(text).not.toContain('const model');
});

test.each([
  ['export async function calls() {}', 'a.mjs#calls: the reproduction has no claim'],
  ['/** It is one. */\nexport async function other() {}', 'a.mjs: has no "export async function calls('],
  ['export async function', 'a.mjs: '],
])('%j is refused', (text, message) => {
  expect(() => cutClaim({ file: 'a.mjs', name: 'calls' }, () => text)).toThrow(
    expect.toSatisfy((error) => String(error).startsWith(message)),
  );
});

test('the claims of a file come in their order', () => {
  const file = 'adapters/a/anthropic/reproductions.mjs';
  expect(claimsIn(file, read(file)).map(({ name }) => name)).toEqual(['calls', 'isNamed']);
});

test('a claim in Python is a public coroutine with a docstring, cut alike', () => {
  const python: Readonly<Record<string, string>> = {
    'adapters/p/anthropic/reproductions.py': `import asyncio
from library import whole, part as piece, unused

from ..shared.reproductions import (
    _ask,
)

# Where it is.
PLACE = "def no(): # (" + """
def nor_this():
"""


def at(url):
    return whole(url, PLACE)


async def calls_come(base_url):
    """A call
    comes."""
    assert await _ask(at(base_url), piece)
`,
    'adapters/p/shared/reproductions.py': `from library import other


async def _ask(one, two):
    """Asks."""
    return other(one, two)


def unasked():
    return unused()
`,
  };
  const place = claimPlace('adapters/p/google/known-issues.yaml:12', 'anthropic/calls-come.py');
  expect(place).toEqual({ file: 'adapters/p/anthropic/reproductions.py', name: 'calls_come' });
  expect(cutClaim(place, (file) => python[file] ?? '')).toEqual({
    name: 'calls_come',
    language: 'python',
    says: 'A call comes.',
    text: `from library import other, part as piece, whole

async def _ask(one, two):
    """Asks."""
    return other(one, two)

# Where it is.
PLACE = "def no(): # (" + """
def nor_this():
"""

def at(url):
    return whole(url, PLACE)

async def calls_come(base_url):
    """A call
    comes."""
    assert await _ask(at(base_url), piece)`,
  });
});
