/// <reference lib="dom" />

/** The letters of words, in the order in which the answer tells them. */
const words: readonly (readonly [letter: string, word: string, short: string])[] = [
  ['w', 'works', 'works'],
  ['g', 'works, with gaps', 'gaps'],
  ['p', 'in part', 'in part'],
  ['r', 'rejected by the library', 'rejects'],
  ['x', 'does not work', 'no'],
  ['q', 'not judged', '?'],
];

const step: Readonly<Record<string, readonly [rows: number, columns: number]>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
  Home: [0, -Infinity],
  End: [0, Infinity],
  PageUp: [-5, 0],
  PageDown: [5, 0],
};

/**
 * Makes the grid one tab stop in which arrow keys move, says the selected cell in words, and shows the words of one library. What is chosen
 * stands in the address: `?library=langchain`.
 */
export function enableGrid(table: HTMLTableElement): void {
  const chips = [...document.querySelectorAll<HTMLAnchorElement>('.pick a')];
  const libraries = chips.slice(1).map((chip) => ({ id: chip.dataset.library ?? '', title: chip.textContent ?? '' }));
  const heads = [...document.querySelectorAll<HTMLOptionElement>('#col option')].map((option) => option.textContent);
  const cells = [...table.tBodies].flatMap((body) => [...body.rows]).map((row) => [...row.cells].slice(1));
  const links = cells.flat().flatMap((td) => td.querySelector('a') ?? []);
  const made = new Map(
    links.map((a) => [a, { className: cellOf(a).className, markup: a.innerHTML, href: a.getAttribute('href') }]),
  );
  const answer = document.querySelector<HTMLElement>('.answer');
  const open = answer?.querySelector('a');
  // A phone shows a list, in which every row is a tab stop.
  const isList = matchMedia('(max-width: 719px)');

  function say(td: HTMLTableCellElement): void {
    if (!answer) return;
    const [title, list] = [answer.querySelector('h2'), answer.querySelector('ul')];
    const letters = [...td.querySelectorAll('u > i')].map((bar) => bar.className);
    const items = words.flatMap(([letter, word]) => {
      const own = libraries.filter((_, i) => letters[i] === letter).map((library) => library.title);
      return own.length === 0 ? [] : item(letter, word, own.join(', '));
    });
    if (title) title.textContent = `${rowTitle(td)} on ${heads[td.cellIndex - 1]}`;
    list?.replaceChildren(...(items.length > 0 ? items : [item('q', 'not judged', 'no library has an adapter here')]));
    const href = td.querySelector('a')?.getAttribute('href');
    if (open) open.hidden = !href;
    if (href) open?.setAttribute('href', href);
    answer.hidden = false;
  }

  /** The cell that Tab leads to; the answer tells it. */
  function select(a: HTMLAnchorElement): void {
    for (const other of links) {
      if (!isList.matches) other.tabIndex = -1;
      other.removeAttribute('aria-current');
    }
    a.tabIndex = 0;
    a.setAttribute('aria-current', 'true');
    say(cellOf(a));
  }

  function move(from: HTMLTableCellElement, key: string, isCorner: boolean): void {
    const [down = 0, right = 0] = step[key] ?? [];
    const row = cells.findIndex((own) => own.includes(from));
    const next = neighbour(
      cells,
      row,
      from.cellIndex - 1,
      isCorner && right !== 0 ? Math.sign(right) * Infinity : down,
      right,
    );
    if (!next) return;
    select(next);
    next.focus();
  }

  table.addEventListener('keydown', (event) => {
    const from = event.target instanceof Element ? event.target.closest('td') : null;
    if (!from || isList.matches || !step[event.key] || event.altKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    move(from, event.key, event.ctrlKey);
  });
  table.addEventListener('focusin', (event) => {
    const a = event.target instanceof Element ? event.target.closest('a') : null;
    if (a && made.has(a)) select(a);
  });
  table.addEventListener('mouseover', (event) => {
    const td = event.target instanceof Element ? event.target.closest('td') : null;
    if (td?.querySelector('a')) say(td);
  });

  /** Shows the words of one library, or of the best one of each cell. */
  function show(library: string | null): void {
    const n = libraries.findIndex(({ id }) => id === library);
    chips.forEach((chip, i) => {
      if (i === n + 1) chip.setAttribute('aria-current', 'true');
      else chip.removeAttribute('aria-current');
    });
    table.classList.toggle('one', n >= 0);
    table.setAttribute(
      'aria-label',
      n < 0
        ? 'Tools by provider API, best word of any library; most used first'
        : `Tools by provider API through ${libraries[n]?.title}; most used first`,
    );
    for (const [a, { className, markup, href }] of made) {
      a.innerHTML = markup;
      const letter = n < 0 ? undefined : (a.querySelectorAll('u > i')[n]?.className ?? '');
      cellOf(a).className = letter === undefined ? className : letter || 'q';
      if (letter !== undefined) name(a, letter);
      if (letter === undefined) setHref(a, href);
      else setHref(a, letter === '' ? null : (href?.replace(/[^/]+(?=\.html$)/, library ?? '') ?? null));
    }
    const current = links.find((a) => a.tabIndex === 0);
    if (current && answer && !answer.hidden) say(cellOf(current));
  }

  chips.forEach((chip, i) => {
    chip.addEventListener('click', (event) => {
      if (event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      const library = libraries[i - 1]?.id;
      history.pushState(null, '', `${location.pathname}${library === undefined ? '' : `?library=${library}`}`);
      show(library ?? null);
    });
  });
  const showAddress = () => show(new URLSearchParams(location.search).get('library'));
  addEventListener('popstate', showAddress);
  showAddress();

  const column = document.querySelector<HTMLSelectElement>('#col');
  if (column) {
    const label = column.closest('label');
    if (label) label.hidden = false;
    column.addEventListener('change', () => {
      table.dataset.col = column.value;
    });
  }
  const first = links.find((a) => a.hasAttribute('href'));
  const arrange = () => {
    for (const a of links) a.tabIndex = isList.matches || a === first ? 0 : -1;
  };
  isList.addEventListener('change', arrange);
  if (first) select(first);
  arrange();
}

const cellOf = (a: HTMLAnchorElement): HTMLTableCellElement => a.parentElement as HTMLTableCellElement;
const rowTitle = (td: HTMLTableCellElement): string =>
  (td.parentElement as HTMLTableRowElement).cells[0]?.textContent ?? '';

function setHref(a: HTMLAnchorElement, href: string | null): void {
  if (href === null) a.removeAttribute('href');
  else a.setAttribute('href', href);
}

/** The word of a cell by its letter: constants only, never data. */
function name(a: HTMLAnchorElement, letter: string): void {
  const found = words.find(([own]) => own === (letter || 'q'));
  const [b, small] = [a.querySelector('b'), a.querySelector('small')];
  if (b && found) b.replaceChildren(found[2]);
  if (small) small.textContent = found?.[1] ?? '';
}

function item(letter: string, word: string, rest: string): HTMLLIElement {
  const li = document.createElement('li');
  const span = document.createElement('span');
  span.className = `word ${letter}`;
  span.textContent = word;
  li.append(span, ` ${rest}`);
  return li;
}

/** The next cell that has a link, over those that have none; at the edge none. */
function neighbour(
  cells: readonly HTMLTableCellElement[][],
  row: number,
  column: number,
  down: number,
  right: number,
): HTMLAnchorElement | undefined {
  const width = cells[0]?.length ?? 0;
  const last = (at: number, by: number, most: number) => (by === Infinity ? most : by === -Infinity ? 0 : at + by);
  let [r, c] = [
    Math.max(0, Math.min(last(row, down, cells.length - 1), cells.length - 1)),
    last(column, right, width - 1),
  ];
  // From an end the way leads back to what has a link.
  const [stepDown, stepRight] = [
    Number.isFinite(down) ? Math.sign(down) : 0,
    Number.isFinite(right) ? Math.sign(right) : -Math.sign(right),
  ];
  while (cells[r]?.[c]) {
    const a = cells[r]?.[c]?.querySelector<HTMLAnchorElement>('a[href]');
    if (a && (r !== row || c !== column)) return a;
    if (stepDown === 0 && stepRight === 0) return undefined;
    r += stepDown;
    c += stepRight;
  }
  return undefined;
}
