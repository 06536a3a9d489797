import { html } from '../../html/markup.ts';
import { headOf } from '../data/rows.ts';
import type { SiteModel } from '../model.ts';
import type { PagePlan } from '../page.ts';
import { pageHead } from '../page-header.ts';
import { stems } from '../paths.ts';

/** What a server shows for an address that the site does not have. */
export const notFoundPage = (model: SiteModel): PagePlan => ({
  stem: stems.notFound,
  make: (links) => ({
    title: 'Not here',
    main: html`
      ${pageHead({ kicker: 'Error 404', title: 'There is no such page', lede: 'Pages are named by the ids of tools, provider APIs, adapters, scenarios and checks. An id that was renamed, or a case that is no longer played, has none.' })}
      <p><a href=${links.to(`${stems.index}.html`)}>Go to the overview</a></p>`,
    data: { ...headOf(model), page: '404' },
  }),
});
