import type { Example } from '../cli.ts';

/** The commands by what they are for, in the order of the help. */
export const commandGroups: Readonly<Record<string, readonly string[]>> = {
  'Run and look:': ['run', 'gate', 'can-i-use', 'known-issues', 'reproduce', 'report', 'probe'],
  'Record and maintain:': ['record', 'serve', 'lint', 'new'],
};

/** Shown below the list of commands. */
export const examples: readonly Example[] = [['run anthropic/web-search', 'run the cases of a cell']];

/** The parts of a case that had an option each. */
const casesOf = (command: string) => ({
  '--adapter': `the first part of a case: atc ${command} reference-anthropic`,
  ...laterParts(command, 'reference-anthropic'),
});

/** The same of commands that work on conversations of a provider API, whatever the adapter. */
const conversationsOf = (command: string) => ({
  '--provider': `the first part of a case: atc ${command} anthropic`,
  ...laterParts(command, 'anthropic'),
});

const laterParts = (command: string, first: string) => ({
  '--tool': `the second part of a case: atc ${command} ${first}/web-search`,
  '--scenario': `the third part of a case: atc ${command} ${first}/web-search/search-basic`,
  '--mode': `the last part of a case: atc ${command} ${first}/web-search/search-basic/stream`,
});

/** Removed options by command, and what takes their place. */
export const oldOptions: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  run: {
    ...casesOf('run'),
    '--provider': 'the first part of a case: atc run anthropic/web-search --command <line>',
    '--provider-api': 'the first part of a case: atc run anthropic/web-search --command <line>',
    '--implementation': 'the start of a case: atc run mine-anthropic --command <line>',
    '--known-issues': 'known-issues.yaml in the folder of --cwd, or in <provider-api>/ there',
    '--exceptions': 'known-issues.yaml in the folder of --cwd; convert it: atc known-issues accept <file>',
    '--folder': '--cwd <folder>',
    '--show-messages': '--log-messages',
    '--no-cache': '--cache none',
    '--error-on-warnings': '--strict warnings, or of one implementation: --strict warnings=reference',
    '--fail-on-stale': '--strict stale',
  },
  gate: {
    ...casesOf('gate'),
    '--fail-on-stale': '--rule recording-stale=fail',
    '--allow': '--rule <rule>=allow',
    '--as-of': 'an option of run: atc run --as-of <date> --out <folder>, then atc gate --head <folder>',
    '--markdown': 'gate.md in the folder of --out',
    '--accept': '--rule <rule>=allow',
  },
  report: {
    ...casesOf('report badge'),
    '--provider': 'the first part of a case: atc report badge anthropic/web-search',
    '--view': 'an argument: atc report matrix adr-2025-06-23',
    '--keep': '--archive <folder>',
    '--against': '--compare-to <path>',
  },
  reproduce: { '--sample': 'part of --check: atc reproduce --check 24' },
  'known-issues': { '--from': 'an argument: atc known-issues accept exceptions.yaml' },
  record: {
    ...conversationsOf('record'),
    '--into': '--out <folder>',
    '--as': 'part of the case: atc record import anthropic/function-calling/call-single <file>',
  },
  serve: conversationsOf('serve'),
  'can-i-use': {
    '--out': '--results <folder>',
    '--mode':
      'part of a case: atc can-i-use <adapter>/<tool>/<scenario>/<mode>; a tool works only where it does in both modes',
  },
  lint: { '--as-of': 'today: the entries of spec/aliases.yaml have their last day' },
};

const recordImport = 'npm run atc -- record import <provider-api>/<tool>/<scenario> <file...>';
const recordExport = 'npm run atc -- record export <provider-api>/<tool>/<scenario> --out <folder>';

/** Removed commands, and what replaces them. */
export const movedCommands: Readonly<Record<string, string>> = {
  explain: 'npm run atc -- can-i-use <case>',
  badge: 'npm run atc -- report badge',
  matrix: 'npm run atc -- report matrix',
  'known-issues show': 'npm run atc -- known-issues list <adapter>/<id>',
  diff: 'npm run atc -- gate --base HEAD --recordings',
  import: recordImport,
  export: recordExport,
  cassettes: 'npm run atc -- record import, or npm run atc -- record export',
  'cassettes import': recordImport,
  'cassettes export': recordExport,
  'kill-matrix': 'npm run kill-matrix',
  corpus: 'npm run corpus',
  evidence: 'npm run evidence -- [<what>] [--queue]',
  schemas: 'npm run schemas',
};
