import { link } from '../elements.ts';
import { html } from '../markup.ts';
import type { PagePlan, PagesModel } from '../model.ts';
import { paths } from '../paths.ts';
import { checksPage } from './checks.ts';
import { howToReadPlan } from './how-to-read.ts';

/** What a server shows for an address that leads nowhere. */
const notFoundPlan: PagePlan = {
  path: paths.notFound,
  make: (to) => ({
    path: paths.notFound,
    title: 'No such page',
    description: 'There is no page at this address',
    main: html`<h1>No such page</h1>
      <p class="lede">There is no page at this address. Pages of libraries, provider APIs and tools keep theirs, unless what they are about is gone. Start at the ${link(to(paths.index), 'grid')}, the ${link(to(paths.libraries), 'libraries')} or the ${link(to(paths.providerApis), 'provider APIs')}.</p>`,
  }),
};

/** What explains the other pages: the words, the checks, and the page for addresses that lead nowhere. */
export const guidePlans = (model: PagesModel): PagePlan[] => [
  howToReadPlan,
  { path: paths.checks, make: () => checksPage(model) },
  notFoundPlan,
];
