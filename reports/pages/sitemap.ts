import type { PagePlan, SiteFile } from './model.ts';
import { paths } from './paths.ts';

/** What search engines look for: which pages there are, and that all may be read. */
export function crawlerFiles(plans: readonly PagePlan[], baseUrl: string): SiteFile[] {
  const pages = plans.map(({ path }) => path).filter((path) => path !== paths.notFound);
  const locations = pages.map((path) => `<url><loc>${escaped(`${baseUrl}${path}`)}</loc></url>`);
  return [
    {
      path: 'sitemap.xml',
      content: `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${locations.join('\n')}\n</urlset>\n`,
    },
    { path: 'robots.txt', content: `User-agent: *\nAllow: /\nSitemap: ${baseUrl}sitemap.xml\n` },
  ];
}

const escaped = (text: string): string => text.replace(/[&<>"']/g, (character) => `&#${character.codePointAt(0)};`);
