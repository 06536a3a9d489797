import type { PagePlan, PagesModel } from '../model.ts';
import { paths } from '../paths.ts';
import { checksPage } from './checks.ts';
import { howToReadPlan } from './how-to-read.ts';
import { notFoundPlan } from './not-found.ts';

/** What explains the other pages: the words, the checks, and the page for addresses that lead nowhere. */
export const guidePlans = (model: PagesModel): PagePlan[] => [
  howToReadPlan,
  { path: paths.checks, make: () => checksPage(model) },
  notFoundPlan,
];
