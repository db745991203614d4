/** Opens the language that the reader opens in one group of samples in all groups of the page. */
export function addLanguageTabs(): void {
  for (const summary of document.querySelectorAll<HTMLElement>('.sample > summary'))
    summary.addEventListener('click', (event) => {
      // The browser would close an open fold, and has one open in each group only.
      event.preventDefault();
      keepInPlace(summary, () => openAll(summary.textContent));
    });
}

function openAll(language: string): void {
  for (const sample of document.querySelectorAll<HTMLDetailsElement>('.sample'))
    if (sample.querySelector('summary')?.textContent === language) sample.open = true;
}

/** The groups above change their height, too: keeps the chosen tab where it is on the screen. */
function keepInPlace(tab: HTMLElement, change: () => void): void {
  const before = tab.getBoundingClientRect().top;
  change();
  scrollBy({ top: tab.getBoundingClientRect().top - before, behavior: 'instant' });
}
