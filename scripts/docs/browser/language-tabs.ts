import { button } from './page.ts';

/** Shows one language of each group of samples. The choice holds for all groups, as long as the page is open. */
export function addLanguageTabs(): void {
  const groups = [...document.querySelectorAll<HTMLElement>('.samples')].map((group) => createTabs(group));
  const choose = (language: string): void => {
    for (const group of groups) group.show(language);
  };
  for (const group of groups) group.onChoose(choose);
  choose('curl');
}

function createTabs(group: HTMLElement) {
  const list = document.createElement('div');
  list.className = 'tabs';
  list.setAttribute('role', 'tablist');
  list.setAttribute('aria-label', 'Language');
  const pairs = [...group.querySelectorAll<HTMLElement>('.sample')].map((panel) => createTab(panel));
  list.append(...pairs.map(({ tab }) => tab));
  group.prepend(list);
  return {
    show(language: string) {
      for (const { tab, panel } of pairs) {
        const isShown = panel.dataset['language'] === language;
        panel.hidden = !isShown;
        tab.setAttribute('aria-selected', String(isShown));
        tab.tabIndex = isShown ? 0 : -1;
      }
    },
    onChoose(listener: (language: string) => void) {
      for (const { tab, panel } of pairs)
        tab.addEventListener('click', () =>
          keepInPlace(tab, () => listener(panel.dataset['language'] ?? '')),
        );
      list.addEventListener('keydown', (event) => moveFocus(event, list));
    },
  };
}

function createTab(panel: HTMLElement): { readonly tab: HTMLButtonElement; readonly panel: HTMLElement } {
  const tab = button(panel.dataset['language'] ?? '');
  tab.id = `${panel.id}-tab`;
  tab.setAttribute('role', 'tab');
  tab.setAttribute('aria-controls', panel.id);
  panel.setAttribute('role', 'tabpanel');
  panel.setAttribute('aria-labelledby', tab.id);
  panel.querySelector('h4')?.remove();
  return { tab, panel };
}

/** The groups above change their height, too: keeps the chosen tab where it is on the screen. */
function keepInPlace(tab: HTMLElement, change: () => void): void {
  const before = tab.getBoundingClientRect().top;
  change();
  scrollBy({ top: tab.getBoundingClientRect().top - before, behavior: 'instant' });
}

function moveFocus(event: KeyboardEvent, list: HTMLElement): void {
  const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
  if (step === undefined) return;
  event.preventDefault();
  const tabs = [...list.querySelectorAll<HTMLButtonElement>('[role=tab]')];
  const next = tabs.at((tabs.indexOf(event.target as HTMLButtonElement) + step) % tabs.length);
  next?.click();
  next?.focus();
}
