/// <reference lib="dom" />

/** Shows the buttons that copy the command beside them. */
export function enableCopy(page: Document): void {
  if (!navigator.clipboard) return;
  for (const button of page.querySelectorAll<HTMLButtonElement>('.copy')) {
    button.hidden = false;
    button.addEventListener('click', async () => {
      await navigator.clipboard.writeText(button.previousElementSibling?.textContent ?? '');
      button.textContent = 'Copied';
    });
  }
}
