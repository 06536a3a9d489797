import { canonicalJson } from '../files/canonical-json.ts';
import { providerApiIds, toolIds } from './ids.ts';
import { type FactValue, factValues, type MappingFile, type Standing } from './mapping.ts';
import { cellOf, type Matrix } from './model.ts';

/** Something about the mapping that does not hold: where in `mapping.json`, and what to write. */
export interface MappingProblem {
  readonly pointer: string;
  readonly message: string;
}

/**
 * Checks the mapping against the matrix: every row and column of the survey becomes something or is left out with a
 * reason, every row and column of the matrix comes from somewhere, and every value is either what the matrix says, by
 * the stated translation, or listed as a difference. A difference that is none is a problem too.
 */
export function mappingProblems(matrix: Matrix, mapping: MappingFile): MappingProblem[] {
  const shape = [...unmapped(mapping), ...unfounded(mapping)];
  return shape.length > 0 ? shape : [...misquoted(mapping), ...valueProblems(matrix, mapping)];
}

/** Rows and columns of the survey that become nothing and are left out for no reason, or that are not of the survey. */
function unmapped(mapping: MappingFile): MappingProblem[] {
  const problems: MappingProblem[] = [];
  const report = (pointer: string, message: string) => problems.push({ pointer, message });
  const { facts } = mapping;
  for (const column of missing(facts.columns, Object.keys(mapping.columns))) {
    report('/columns', `write what "${column}" becomes, or the reason why it is left out`);
  }
  for (const row of missing(Object.keys(facts.rows), Object.keys(mapping.rows))) {
    report('/rows', `write what "${row}" becomes, or the reason why it is left out`);
  }
  for (const column of missing(Object.keys(mapping.columns), facts.columns)) {
    report(`/columns/${column}`, 'is no column of the survey; delete it');
  }
  for (const row of missing(Object.keys(mapping.rows), Object.keys(facts.rows))) {
    report(`/rows/${row}`, 'is no row of the survey; delete it');
  }
  for (const [row, target] of Object.entries(mapping.rows)) {
    if ((target.becomes === undefined) === (target.reason === undefined)) {
      report(`/rows/${row}`, 'needs either "becomes" or a "reason" why it is left out');
    }
  }
  for (const [row, values] of Object.entries(facts.rows)) {
    const count = values.split(' ').length;
    if (count !== facts.columns.length) {
      report(`/facts/rows/${row}`, `has ${count} values; write one for each of the ${facts.columns.length} columns`);
    }
  }
  return problems;
}

/** Rows and columns of the matrix that come from nowhere. */
function unfounded(mapping: MappingFile): MappingProblem[] {
  const founded = Object.values(mapping.columns).map((c) => c.becomes);
  const excused = Object.keys(mapping.columnsWithoutFacts);
  const columns = providerApiIds.flatMap((id): MappingProblem[] => {
    const times = founded.filter((becomes) => becomes === id).length;
    if (times > 1) return [{ pointer: '/columns', message: `${times} columns become "${id}"; one may` }];
    if (times === 0 && !excused.includes(id)) {
      return [{ pointer: '/columnsWithoutFacts', message: `no column becomes "${id}"; write the reason here` }];
    }
    if (times === 1 && excused.includes(id)) {
      return [{ pointer: `/columnsWithoutFacts/${id}`, message: 'a column of the survey becomes it; delete this' }];
    }
    return [];
  });
  const unknown = missing(excused, providerApiIds).map((id) => ({
    pointer: `/columnsWithoutFacts/${id}`,
    message: 'is no column of the matrix; delete it',
  }));
  const surveyed = Object.values(mapping.rows).flatMap((r) => r.becomes ?? []);
  const excusedRows = Object.keys(mapping.rowsWithoutFacts);
  const rows = missing(toolIds, [...surveyed, ...excusedRows]).map((id) => ({
    pointer: '/rowsWithoutFacts',
    message: `no row becomes "${id}"; write the reason here`,
  }));
  const needless = excusedRows
    .filter((id) => (surveyed as readonly string[]).includes(id))
    .map((id) => ({
      pointer: `/rowsWithoutFacts/${id}`,
      message: 'a row of the survey becomes it; delete this',
    }));
  const unknownRows = missing(excusedRows, toolIds).map((id) => ({
    pointer: `/rowsWithoutFacts/${id}`,
    message: 'is no row of the matrix; delete it',
  }));
  return [...columns, ...unknown, ...rows, ...needless, ...unknownRows];
}

/** Differences that are listed of something else than a mapped value, or twice. */
function misquoted(mapping: MappingFile): MappingProblem[] {
  const seen = new Set<string>();
  return mapping.differences.flatMap((difference, i): MappingProblem[] => {
    const pointer = `/differences/${i}`;
    const { row, column, fact } = difference;
    const key = `${row} ${column}`;
    if (seen.has(key)) return [{ pointer, message: `${row} × ${column} is listed twice; delete one` }];
    seen.add(key);
    if (mapping.rows[row]?.becomes === undefined || mapping.columns[column]?.becomes === undefined) {
      return [{ pointer, message: `${row} × ${column} becomes no cell; delete it` }];
    }
    const stated = factOf(mapping, row, column);
    return stated === fact
      ? []
      : [{ pointer: `${pointer}/fact`, message: `is "${fact}"; the survey says "${stated}"` }];
  });
}

function valueProblems(matrix: Matrix, mapping: MappingFile): MappingProblem[] {
  const problems: MappingProblem[] = [];
  for (const row of Object.keys(mapping.facts.rows)) {
    for (const column of mapping.facts.columns) {
      const ours = standingOf(matrix, mapping, row, column);
      if (!ours) continue;
      const fact = factOf(mapping, row, column);
      const at = mapping.differences.findIndex((d) => d.row === row && d.column === column);
      const listed = mapping.differences[at];
      if (agrees(mapping.translation[fact], ours)) {
        if (listed)
          problems.push({ pointer: `/differences/${at}`, message: `there is none in ${row} × ${column}; delete it` });
      } else if (!listed) {
        const entry = JSON.stringify({ row, column, fact, ours, reason: '…' });
        problems.push({ pointer: '/differences', message: `add ${entry}, or correct the cell` });
      } else if (canonicalJson(listed.ours) !== canonicalJson(ours)) {
        problems.push({
          pointer: `/differences/${at}/ours`,
          message: `write ${JSON.stringify(ours)}, or correct the cell`,
        });
      }
    }
  }
  return problems;
}

/** What the matrix says of a row and column of the survey; `undefined` where they become no cell. */
function standingOf(matrix: Matrix, mapping: MappingFile, row: string, column: string): Required<Standing> | undefined {
  const target = mapping.rows[row];
  const provider = mapping.columns[column]?.becomes;
  if (target?.becomes === undefined || provider === undefined) return undefined;
  const cell = cellOf(matrix, target.becomes, provider);
  if (target.variant === undefined) return { support: cell.support, lifecycle: cell.lifecycle };
  const variant = cell.variants?.find((v) => v.id === target.variant);
  return { support: variant?.support ?? 'no', lifecycle: variant?.lifecycle ?? cell.lifecycle };
}

function factOf(mapping: MappingFile, row: string, column: string): FactValue {
  const word = mapping.facts.rows[row]?.split(' ')[mapping.facts.columns.indexOf(column)];
  const value = factValues.find((v) => v === word);
  if (value === undefined) throw new Error(`the survey has no value for ${row} × ${column}`);
  return value;
}

const agrees = (expected: Standing, ours: Required<Standing>): boolean =>
  expected.support === ours.support && (expected.lifecycle === undefined || expected.lifecycle === ours.lifecycle);

const missing = <T extends string>(wanted: readonly T[], there: readonly string[]): T[] =>
  wanted.filter((name) => !there.includes(name));
