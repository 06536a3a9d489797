import { isDay } from '../../files/day.ts';
import { inEveryCell, type LintRule } from './rule.ts';

/** A claim without a source, or from no day of the calendar or a day to come, cannot be looked up. */
export const claimsAreDated: LintRule = {
  name: 'claims-are-dated',
  description: 'Every cell has claims, and every claim has a source and a day that is not in the future.',
  check(matrix, { asOf }) {
    return inEveryCell(matrix, (cell, report) => {
      if (cell.claims.length === 0)
        report('/claims', 'is empty; add who says so, with "by", "support", "source", "date"');
      cell.claims.forEach((claim, i) => {
        if (claim.source.title.trim() === '')
          report(`/claims/${i}/source`, 'has a source without a title; give it one');
        if (!isDay(claim.date))
          report(`/claims/${i}/date`, `is "${claim.date}", no day of the calendar; write YYYY-MM-DD`);
        else if (claim.date > asOf)
          report(`/claims/${i}/date`, `is ${claim.date}, after ${asOf}; write the day it was said`);
      });
    });
  },
};
