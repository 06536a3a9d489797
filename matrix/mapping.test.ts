import { expect, test } from 'vitest';
import { editedMapping } from './lint/edit-matrix.ts';
import { loadMatrix } from './load.ts';
import { loadMapping, type MappingFile } from './mapping.ts';
import { mappingProblems } from './mapping-check.ts';

const matrix = await loadMatrix();

const problems = (mapping: MappingFile) => mappingProblems(matrix, mapping).map((p) => `${p.pointer} ${p.message}`);

test('every value of the survey is what the matrix says, or a listed difference', async () => {
  expect(problems(await loadMapping())).toEqual([]);
});

test('the survey is whole: 32 tools on 12 APIs', async () => {
  const { facts } = await loadMapping();
  const values = Object.values(facts.rows).flatMap((row) => row.split(' '));
  expect([Object.keys(facts.rows).length, facts.columns.length, values.length]).toEqual([32, 12, 384]);
});

test('what is left out, and what differs, has a reason of more than a word', async () => {
  const { rows, columns, columnsWithoutFacts, differences } = await loadMapping();
  const reasons = [
    ...Object.values(rows).flatMap((r) => r.reason ?? []),
    ...Object.values(columns).flatMap((c) => c.reason ?? []),
    ...Object.values(columnsWithoutFacts),
    ...differences.map((d) => d.reason),
  ];
  expect(reasons.length).toBeGreaterThan(20);
  for (const reason of reasons) expect(reason).toMatch(/\w+ \w+ \w+.*\.$/);
});

test('a value that is not translated to what the matrix says has to be listed, ready to be copied', async () => {
  const mapping = await editedMapping((m) => {
    m.differences = m.differences.filter((d) => d.row !== 'image_generation');
  });
  expect(problems(mapping)).toEqual([
    '/differences add {"row":"image_generation","column":"google_generate_content","fact":"no","ours":{"support":"partial","lifecycle":"ga"},"reason":"…"}, or correct the cell',
  ]);
});

test('a variant that a cell does not have is not there', async () => {
  const mapping = await editedMapping((m) => {
    m.facts.rows.vertex_ai_search = Array(12).fill('yes').join(' ');
  });
  expect(problems(mapping)).toContain(
    '/differences add {"row":"vertex_ai_search","column":"anthropic_messages","fact":"yes","ours":{"support":"no","lifecycle":"ga"},"reason":"…"}, or correct the cell',
  );
});

const first = 'web_search';
test.each<[string, (m: Parameters<Parameters<typeof editedMapping>[0]>[0]) => void, string]>([
  [
    'a difference that is none',
    (m) =>
      void m.differences.push({
        row: first,
        column: 'anthropic_messages',
        fact: 'yes',
        ours: { support: 'yes', lifecycle: 'ga' },
        reason: 'because',
      }),
    '/differences/11 there is none in web_search × anthropic_messages; delete it',
  ],
  [
    'a difference listed twice',
    (m) => void m.differences.push(...m.differences.slice(0, 1)),
    '/differences/11 web_search × openai_chat is listed twice; delete one',
  ],
  [
    'a difference that misquotes the survey',
    (m) => void Object.assign(m.differences[0] ?? {}, { fact: 'beta' }),
    '/differences/0/fact is "beta"; the survey says "yes"',
  ],
  [
    'a difference that misquotes the matrix',
    (m) => void Object.assign(m.differences[0] ?? {}, { ours: { support: 'no', lifecycle: 'ga' } }),
    '/differences/0/ours write {"support":"partial","lifecycle":"ga"}, or correct the cell',
  ],
  [
    'a difference of what becomes no cell',
    (m) => void Object.assign(m.differences[0] ?? {}, { row: 'memory' }),
    '/differences/0 memory × openai_chat becomes no cell; delete it',
  ],
  [
    'a row that becomes nothing',
    (m) => void delete m.rows.memory,
    '/rows write what "memory" becomes, or the reason why it is left out',
  ],
  [
    'a column that becomes nothing',
    (m) => void delete m.columns.mistral_conversations,
    '/columns write what "mistral_conversations" becomes, or the reason why it is left out',
  ],
  [
    'a row that is none',
    (m) => {
      m.rows.smell = { reason: 'none' };
    },
    '/rows/smell is no row of the survey; delete it',
  ],
  [
    'a column that is none',
    (m) => {
      m.columns.other = { reason: 'none' };
    },
    '/columns/other is no column of the survey; delete it',
  ],
  [
    'a row with neither target nor reason',
    (m) => {
      m.rows.memory = {};
    },
    '/rows/memory needs either "becomes" or a "reason" why it is left out',
  ],
  [
    'a value too few',
    (m) => {
      m.facts.rows.memory = 'no yes';
    },
    '/facts/rows/memory has 2 values; write one for each of the 12 columns',
  ],
  [
    'a row that needs no excuse',
    (m) => {
      m.rowsWithoutFacts.shell = 'none';
    },
    '/rowsWithoutFacts/shell a row of the survey becomes it; delete this',
  ],
  [
    'an excuse for a row that is none',
    (m) => {
      m.rowsWithoutFacts.abacus = 'none';
    },
    '/rowsWithoutFacts/abacus is no row of the matrix; delete it',
  ],
  [
    'a column of the matrix from nowhere',
    (m) => void delete m.columnsWithoutFacts['mistral-chat'],
    '/columnsWithoutFacts no column becomes "mistral-chat"; write the reason here',
  ],
  [
    'an excuse for a column that comes from somewhere',
    (m) => {
      m.columnsWithoutFacts.google = 'none';
    },
    '/columnsWithoutFacts/google a column of the survey becomes it; delete this',
  ],
  [
    'an excuse for no column',
    (m) => {
      m.columnsWithoutFacts.gogle = 'none';
    },
    '/columnsWithoutFacts/gogle is no column of the matrix; delete it',
  ],
  [
    'two columns that become one',
    (m) => {
      m.columns.google_interactions = { becomes: 'google' };
    },
    '/columns 2 columns become "google"; one may',
  ],
  [
    'a row of the matrix from nowhere',
    (m) => {
      m.rows.shell_bash = { reason: 'left out' };
    },
    '/rowsWithoutFacts no row becomes "shell"; write the reason here',
  ],
])('%s is a problem', async (_, edit, message) => {
  expect(problems(await editedMapping(edit))).toContain(message);
});
