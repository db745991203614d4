// Without JavaScript the pages are complete; only the filter of the requirements page stays hidden.
const form = document.querySelector('form.filter');

function matches(row, { text, level, verified }) {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const content = row.textContent.toLowerCase();
  return (
    words.every((word) => content.includes(word)) &&
    (level === '' || row.dataset.level === level) &&
    (verified === '' || row.dataset.verified.split(' ').includes(verified))
  );
}

function filterRows() {
  const wanted = Object.fromEntries(new FormData(form));
  let shown = 0;
  for (const section of document.querySelectorAll('section.requirements')) {
    const rows = [...section.querySelectorAll('tr[data-level]')];
    for (const row of rows) row.hidden = !matches(row, wanted);
    const left = rows.filter((row) => !row.hidden).length;
    section.hidden = left === 0;
    shown += left;
  }
  const all = document.querySelectorAll('section.requirements tr[data-level]').length;
  form.querySelector('output').value =
    shown === all ? `${all} requirements` : `${shown} of ${all} requirements`;
}

/** Shows the target of a deep link, even when it is filtered out or folded. */
function showTarget() {
  const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (!target) return;
  if (form && target.hidden) {
    form.reset();
    filterRows();
  }
  target.closest('details')?.setAttribute('open', '');
  target.scrollIntoView();
}

if (form) {
  form.hidden = false;
  form.addEventListener('input', filterRows);
  form.addEventListener('submit', (event) => event.preventDefault());
  filterRows();
}
addEventListener('hashchange', showTarget);
if (location.hash) showTarget();

// A box that scrolls sideways must be reachable by keyboard.
for (const box of document.querySelectorAll('.scroll')) {
  if (box.scrollWidth > box.clientWidth) box.tabIndex = 0;
}

// Print folded parts, too.
addEventListener('beforeprint', () => {
  for (const details of document.querySelectorAll('details:not([open])')) {
    details.open = true;
    details.dataset.printed = '';
  }
});
addEventListener('afterprint', () => {
  for (const details of document.querySelectorAll('details[data-printed]')) {
    details.open = false;
    delete details.dataset.printed;
  }
});
