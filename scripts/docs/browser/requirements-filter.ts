export interface RequirementsFilter {
  /** Shows every row again. */
  reset(): void;
}

/** Makes the filter of the requirements page work; undefined on other pages. */
export function addRequirementsFilter(): RequirementsFilter | undefined {
  const form = document.querySelector<HTMLFormElement>('form.filter');
  if (form === null) return undefined;
  form.hidden = false;
  form.addEventListener('input', () => filterRows(form));
  form.addEventListener('submit', (event) => event.preventDefault());
  filterRows(form);
  return {
    reset() {
      form.reset();
      filterRows(form);
    },
  };
}

function filterRows(form: HTMLFormElement): void {
  const wanted = new FormData(form);
  let shown = 0;
  let all = 0;
  for (const section of document.querySelectorAll<HTMLElement>('section.requirements')) {
    const rows = [...section.querySelectorAll<HTMLElement>('tr[data-level]')];
    for (const row of rows) row.hidden = !matches(row, wanted);
    const left = rows.filter((row) => !row.hidden).length;
    section.hidden = left === 0;
    shown += left;
    all += rows.length;
  }
  const output = form.querySelector('output');
  if (output === null) return;
  output.value = shown === all ? `${all} requirements` : `${shown} of ${all} requirements`;
}

/** A row has every word, and the chosen value of each list of the form in the data attribute of its name. */
function matches(row: HTMLElement, wanted: FormData): boolean {
  const content = row.textContent.toLowerCase();
  return [...wanted].every(([name, value]) => {
    const text = String(value).toLowerCase();
    if (name === 'text') return text.split(/\s+/).every((word) => content.includes(word));
    return text === '' || (row.dataset[name] ?? '').split(' ').includes(text);
  });
}
