import type { PagePlan, PagesModel } from '../model.ts';
import { paths } from '../paths.ts';
import { providerApisPage } from './list.ts';
import { providerPage } from './provider-page.ts';
import { toolPage } from './tool-page.ts';

/** The list of provider APIs and tools, and a page for each. */
export function supportPlans(model: PagesModel): PagePlan[] {
  return [
    { path: paths.providerApis, make: (to) => providerApisPage(model, to) },
    ...model.matrix.providers.map(
      (provider): PagePlan => ({
        path: paths.providerApi(provider.id),
        make: (to) => providerPage(provider, model, to),
      }),
    ),
    ...model.lookup.snapshot.tools.map(
      (tool): PagePlan => ({ path: paths.tool(tool.id), make: (to) => toolPage(tool, model, to) }),
    ),
  ];
}
