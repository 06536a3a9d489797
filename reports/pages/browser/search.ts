/// <reference lib="dom" />
import type { Found } from '../search-index.ts';

interface Index {
  readonly groups: readonly string[];
  readonly found: readonly Found[];
}

/** The most of one group that are shown. */
const most = 6;

/** Works the search box: "/" leads to it, arrows move through what is found, Enter opens, Escape leaves. The index is loaded at first use. */
export function enableSearch(page: Document): void {
  const form = page.querySelector<HTMLFormElement>('form.search');
  const input = form?.querySelector('input');
  const pop = page.getElementById('found');
  if (!form?.dataset.index || !input || !pop) return;
  form.hidden = false;
  const root = form.dataset.index.replace(/[^/]*$/, '');
  let loading: Promise<Index> | undefined;
  const load = () => {
    loading ??= loaded(page, form.dataset.index ?? '');
    return loading;
  };
  let chosen = -1;
  const options = () => [...pop.querySelectorAll('a')];

  function choose(n: number): void {
    const all = options();
    chosen = all.length === 0 ? -1 : (n + all.length) % all.length;
    all.forEach((a, i) => {
      a.classList.toggle('on', i === chosen);
      a.setAttribute('aria-selected', String(i === chosen));
    });
    const current = all[chosen];
    if (current) {
      input?.setAttribute('aria-activedescendant', current.id);
      current.scrollIntoView({ block: 'nearest' });
    } else input?.removeAttribute('aria-activedescendant');
  }

  async function find(): Promise<void> {
    const asked = input?.value ?? '';
    const index = await load();
    if (asked !== input?.value) return;
    const found = matches(index, asked);
    pop?.replaceChildren(...shown(page, index, found, asked, root));
    input.setAttribute('aria-expanded', String(asked.trim() !== ''));
    choose(found.length > 0 ? 0 : -1);
  }

  input.addEventListener('focus', () => void load());
  input.addEventListener('input', () => void find());
  input.addEventListener('keydown', (event) => {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      choose(chosen + (event.key === 'ArrowDown' ? 1 : -1));
    }
    if (event.key === 'Escape') {
      input.value = '';
      pop.replaceChildren();
      input.setAttribute('aria-expanded', 'false');
      input.blur();
    }
  });
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    options()[Math.max(0, chosen)]?.click();
  });
  page.addEventListener('keydown', (event) => {
    const isTyping = event.target instanceof Element && event.target.matches('input, select, textarea');
    if (event.key !== '/' || isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    input.focus();
  });
}

/** Loads the index as a script: from a disk nothing else may be read. */
function loaded(page: Document, address: string): Promise<Index> {
  return new Promise((resolve, reject) => {
    const script = page.createElement('script');
    script.src = address;
    script.addEventListener('load', () => resolve((globalThis as unknown as { searchIndex: Index }).searchIndex));
    script.addEventListener('error', () => reject(new Error('the search index cannot be loaded')));
    page.head.append(script);
  });
}

/** What has all words that were typed, each at the beginning of one of its own; those of which the title has them come first. */
function matches({ groups, found }: Index, asked: string): Found[] {
  const words = asked
    .toLowerCase()
    .split(/[\s,]+/)
    .filter(Boolean);
  if (words.length === 0) return [];
  const begins = (text: string, word: string) => text.startsWith(word) || text.includes(` ${word}`);
  const scored = found.flatMap((item) => {
    const title = item[1].toLowerCase();
    if (!words.every((word) => begins(title, word) || begins(item[4], word))) return [];
    return [{ item, score: words.filter((word) => begins(title, word)).length }];
  });
  return groups.flatMap((_, group) =>
    scored
      .filter(({ item }) => item[0] === group)
      .sort((a, b) => b.score - a.score)
      .slice(0, most)
      .map(({ item }) => item),
  );
}

function shown(page: Document, { groups, found }: Index, items: readonly Found[], asked: string, root: string): Node[] {
  if (asked.trim() === '') return [];
  if (items.length === 0) return nearest(page, found, asked);
  let before = -1;
  return items.flatMap(([group, title, note, address, , style], i) => {
    const a = page.createElement('a');
    a.href = address.startsWith('#') ? address : `${root}${address}`;
    a.id = `found-${i}`;
    a.setAttribute('role', 'option');
    a.tabIndex = -1;
    const mark = page.createElement('span');
    mark.className = style.length === 1 ? `word ${style}` : style === '' ? 'mut' : 'mut';
    mark.textContent = note;
    a.append(title, ' ', mark);
    const head = page.createElement('b');
    head.setAttribute('role', 'presentation');
    head.textContent = groups[group] ?? '';
    const nodes: Node[] = group === before ? [a] : [head, a];
    before = group;
    return nodes;
  });
}

/** Where nothing is found: what is nearest, by the pairs of letters that names share. */
function nearest(page: Document, found: readonly Found[], asked: string): Node[] {
  const pairs = (text: string) => new Set([...text].slice(1).map((letter, i) => `${text[i]}${letter}`));
  const own = pairs(asked.toLowerCase());
  const near = found
    .filter(([group]) => group > 0 && group < 4)
    .map((item) => ({
      item,
      shared: [...pairs(`${item[1].toLowerCase()} ${item[4]}`)].filter((pair) => own.has(pair)).length,
    }))
    .sort((a, b) => b.shared - a.shared)
    .slice(0, 3);
  const p = page.createElement('b');
  p.setAttribute('role', 'presentation');
  p.textContent = `Nothing is called “${asked.trim().slice(0, 40)}”. Nearest: ${near.map(({ item }) => item[1]).join(', ')}`;
  return [p];
}
