import type { PagePlan, PagesModel } from '../model.ts';
import { paths } from '../paths.ts';
import { allIssuesPage } from './all-issues.ts';
import { librariesPage } from './list.ts';
import { libraryPage } from './page.ts';

/** The list of libraries, and a page for each. */
export function libraryPlans(model: PagesModel): PagePlan[] {
  return [
    { path: paths.libraries, make: (to) => librariesPage(model, to) },
    { path: paths.knownIssues, make: (to) => allIssuesPage(model, to) },
    ...model.lookup.snapshot.libraries.map(
      (library): PagePlan => ({
        path: paths.library(library.id),
        make: (to) => libraryPage(library, { model, to }),
      }),
    ),
  ];
}
