/// <reference lib="dom" />
/** Shows what was seen of a case on the page of a cell, when it is asked for. */
import { escapeControl } from '../../../lib/escape-control-characters.ts';

type Seen = Readonly<Record<string, unknown>>;

declare global {
  interface Window {
    /** Files of evidence call it. */
    loadEvidence?: (key: string, packed: string) => void;
  }
}

/** Lets each button `data-case` show that case. The file that an element `data-evidence` names is loaded once, when first needed. */
export function enableEvidence(document: Document): void {
  const address = document.querySelector<HTMLElement>('[data-evidence]')?.dataset.evidence;
  if (address === undefined) return;
  let loading: Promise<Seen> | undefined;
  for (const button of document.querySelectorAll<HTMLButtonElement>('button[data-case]')) {
    button.hidden = false;
    button.addEventListener('click', async () => {
      const open = button.getAttribute('aria-expanded') === 'true';
      button.setAttribute('aria-expanded', String(!open));
      const place = button.closest('tr, p') ?? button;
      if (open) return removeShown(place, button.dataset.case ?? '');
      const out = outputBehind(place, button.dataset.case ?? '');
      out.textContent = 'Loading …';
      try {
        loading ??= load(document, address);
        const seen = (await loading)[button.dataset.case ?? ''];
        out.textContent =
          seen === undefined
            ? 'Nothing was seen of this case.'
            : escapeControl(JSON.stringify(seen, withReadableBody, 2));
      } catch (error) {
        loading = undefined;
        out.textContent = `The evidence cannot be shown: ${error instanceof Error ? error.message : error}`;
      }
    });
  }
}

/** For `JSON.stringify`: bodies as the JSON that they are, or line by line. */
function withReadableBody(name: string, value: unknown): unknown {
  const { text, encoding } = (name === 'body' && value ? value : {}) as {
    readonly text?: string;
    readonly encoding?: string;
  };
  if (text === undefined || encoding !== undefined) return value;
  try {
    return JSON.parse(text);
  } catch {
    return text.includes('\n') ? text.split('\n') : value;
  }
}

/** Text below a row of a table, or behind a button elsewhere. */
function outputBehind(place: Element, id: string): HTMLElement {
  const { ownerDocument } = place;
  const pre = ownerDocument.createElement('pre');
  pre.className = 'seen';
  pre.tabIndex = 0;
  pre.setAttribute('aria-label', `Evidence of ${id}`);
  pre.setAttribute('role', 'region');
  pre.dataset.of = id;
  if (place instanceof HTMLTableRowElement) {
    const row = ownerDocument.createElement('tr');
    const cell = row.insertCell();
    cell.colSpan = place.cells.length;
    cell.append(pre);
    row.dataset.of = id;
    place.after(row);
  } else {
    place.after(pre);
  }
  return pre;
}

function removeShown(place: Element, id: string): void {
  for (const shown of place.parentElement?.querySelectorAll<HTMLElement>('[data-of]') ?? []) {
    if (shown.dataset.of === id) shown.remove();
  }
}

/** By a script element: a page that was opened as a file may fetch nothing. */
function load(document: Document, address: string): Promise<Seen> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script');
    window.loadEvidence = (_, packed) => unpacked(packed).then(resolve, reject);
    script.onerror = () => reject(new Error(`${address} cannot be loaded`));
    script.src = address;
    document.head.append(script);
  });
}

async function unpacked(packed: string): Promise<Seen> {
  const bytes = Uint8Array.from(atob(packed), (character) => character.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'));
  return JSON.parse(await new Response(stream).text());
}
