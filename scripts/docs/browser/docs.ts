// Without JavaScript the pages are complete: one language for all samples, copy buttons, search and the filter are additions.
import { addCopyButtons } from './copy-buttons.ts';
import { addLanguageTabs } from './language-tabs.ts';
import { showTarget } from './page.ts';
import { addRequirementsFilter } from './requirements-filter.ts';
import { addSearch } from './search-dialog.ts';

addCopyButtons();
addLanguageTabs();
addSearch();
const filter = addRequirementsFilter();
addEventListener('hashchange', () => showTarget(filter));
if (location.hash) showTarget(filter);

// On a phone the navigation scrolls sideways: the current page must be in view.
const current = document.querySelector<HTMLElement>('.pages [aria-current]');
current?.parentElement?.scrollTo({ left: current.offsetLeft - current.parentElement.offsetLeft });

// A box that scrolls sideways must be reachable by keyboard.
for (const box of document.querySelectorAll<HTMLElement>('.table')) {
  if (box.scrollWidth > box.clientWidth) box.tabIndex = 0;
}
