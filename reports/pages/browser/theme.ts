/// <reference lib="dom" />

/** Shows the button that switches between light and dark. What a reader chooses is kept on this device only. */
export function enableTheme(page: Document): void {
  const button = page.getElementById('theme');
  if (!button) return;
  const root = page.documentElement;
  button.hidden = false;
  button.addEventListener('click', () => {
    const isDark = root.dataset.theme
      ? root.dataset.theme === 'dark'
      : matchMedia('(prefers-color-scheme: dark)').matches;
    root.dataset.theme = isDark ? 'light' : 'dark';
    try {
      localStorage.setItem('theme', root.dataset.theme);
    } catch {
      // Nothing may be kept on this device: then the choice holds for this page.
    }
  });
}
