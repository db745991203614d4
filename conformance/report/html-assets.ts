/** Inline styles: light and dark colour schemes, small screens, and print. */
export const htmlStyle = `
:root { color-scheme: light dark; --ink: #1b1f24; --soft: #59636e; --line: #d8dee4; --ground: #ffffff; --panel: #f6f8fa;
  --pass: #1a7f37; --fail: #c62828; --warn: #8a6100; --mark: #ffd8d3; --link: #0757b3; }
@media (prefers-color-scheme: dark) { :root { --ink: #e6edf3; --soft: #9aa6b2; --line: #30363d; --ground: #0d1117;
  --panel: #161b22; --pass: #56d364; --fail: #ff7b72; --warn: #e3b341; --mark: #6e2420; --link: #79b8ff; } }
* { box-sizing: border-box; }
html { scroll-padding-top: 1rem; }
body { margin: 0 auto; max-width: 72rem; padding: 2rem 1.25rem 4rem; background: var(--ground); color: var(--ink);
  font: 16px/1.5 system-ui, sans-serif; }
h1 { font-size: 1.5rem; margin: 0 0 .25rem; overflow-wrap: anywhere; }
h2 { font-size: 1.2rem; margin: 2.5rem 0 .75rem; }
h3 { font-size: 1rem; margin: 0 0 .5rem; overflow-wrap: anywhere; }
p { margin: .25rem 0; } .soft { color: var(--soft); }
a { color: var(--link); }
.outcome { border-left: .5rem solid var(--pass); background: var(--panel); border-radius: .4rem; padding: 1rem 1.25rem;
  margin: 1.25rem 0; font-size: 1.2rem; font-weight: 600; }
.outcome.violated, .outcome.broken { border-color: var(--fail); }
.outcome.incomplete, .outcome.inconclusive { border-color: var(--warn); }
.entry { border: 1px solid var(--line); border-left: .3rem solid var(--fail); border-radius: .4rem; padding: .75rem 1rem;
  margin: .75rem 0; }
.entry.warning { border-left-color: var(--warn); }
.entry:target, tr:target { outline: 2px solid var(--link); outline-offset: 2px; }
.entry dl { display: grid; grid-template-columns: 6rem minmax(0, 1fr); gap: .35rem .75rem; margin: .5rem 0 0; }
.entry dt { color: var(--soft); } .entry dd { margin: 0; overflow-wrap: anywhere; }
.copy { display: flex; align-items: flex-start; gap: .5rem; } .copy code { flex: 1; min-width: 0; }
code, pre { font: .85rem/1.45 ui-monospace, monospace; background: var(--panel); border-radius: .25rem; }
code { padding: .1rem .3rem; overflow-wrap: anywhere; }
.copy code { max-height: 9rem; overflow: auto; white-space: pre-wrap; }
pre { margin: 0; padding: .5rem .6rem; white-space: pre-wrap; overflow-wrap: anywhere; }
mark { background: var(--mark); color: inherit; border-radius: .15rem; font-weight: 600; }
.facts { display: grid; grid-template-columns: repeat(auto-fit, minmax(9rem, 1fr)); gap: .75rem; margin: .75rem 0; }
.facts div { background: var(--panel); border-radius: .4rem; padding: .6rem .8rem; }
.facts dt { color: var(--soft); font-size: .8rem; } .facts dd { margin: 0; font-weight: 600; overflow-wrap: anywhere; }
summary { cursor: pointer; color: var(--soft); }
button, input[type=search] { font: inherit; font-size: .85rem; color: var(--ink); background: var(--panel);
  border: 1px solid var(--line); border-radius: .4rem; padding: .25rem .6rem; }
button { cursor: pointer; white-space: nowrap; }
button[aria-pressed=true] { border-color: var(--link); box-shadow: inset 0 0 0 1px var(--link); }
:focus-visible { outline: 2px solid var(--link); outline-offset: 2px; }
.filters { display: none; flex-wrap: wrap; gap: .5rem; margin: 0 0 .75rem; } .js .filters { display: flex; }
.filters input { flex: 1 1 12rem; min-width: 0; }
.copy button { display: none; } .js .copy button { display: block; }
table { border-collapse: collapse; width: 100%; font-size: .92rem; }
th, td { text-align: left; vertical-align: top; padding: .45rem .6rem; border-top: 1px solid var(--line); }
thead th { border-top: 0; color: var(--soft); font-weight: 500; }
tbody th[colspan] { background: var(--panel); font-weight: 600; }
td:first-child { white-space: nowrap; font-variant-numeric: tabular-nums; }
td:nth-child(2) { overflow-wrap: anywhere; min-width: 9rem; }
td:nth-child(3) { white-space: nowrap; }
.badge { font-weight: 600; } .badge.pass { color: var(--pass); } .badge.fail, .badge.error { color: var(--fail); }
.badge.untested, .badge.partly, .badge.unshown, .badge.tolerated { color: var(--warn); }
.badge.observed, .badge.elsewhere, .badge.not-offered { color: var(--soft); font-weight: 400; }
.notes { margin: .2rem 0 0; padding: 0; list-style: none; color: var(--soft); font-size: .85rem; }
[hidden] { display: none !important; }
@media print { body { max-width: none; padding: 0; } .entry, tr { break-inside: avoid; } .filters, .copy button { display: none !important; } }
@media (max-width: 40rem) { body { padding: 1.25rem .9rem 3rem; } td:nth-child(3) { white-space: normal; }
  th, td { padding: .45rem .3rem; } .entry dl { grid-template-columns: minmax(0, 1fr); gap: .1rem; } .entry dd { margin-bottom: .5rem; } }
`;

/** Inline script: filters of the table, which a link keeps as #show=fail, and buttons that copy a line. */
export const htmlScript = `
document.documentElement.classList.add('js');
const buttons = [...document.querySelectorAll('.filters button')];
const search = document.querySelector('.filters input');
const count = document.querySelector('.filters output');
let shown = 'all';
function apply() {
  const words = search.value.trim().toLowerCase();
  let rows = 0;
  for (const body of document.querySelectorAll('tbody')) {
    let any = false;
    for (const row of body.querySelectorAll('tr[id]')) {
      const fits = (shown === 'all' || row.dataset.outcome === shown) && row.textContent.toLowerCase().includes(words);
      row.hidden = !fits;
      if (fits) { any = true; rows += 1; }
    }
    body.hidden = !any;
  }
  for (const button of buttons) button.setAttribute('aria-pressed', String(button.value === shown));
  count.textContent = rows + (rows === 1 ? ' clause' : ' clauses');
}
function follow() {
  const hash = decodeURIComponent(location.hash.slice(1));
  const wanted = hash.startsWith('show=') ? hash.slice(5) : undefined;
  if (buttons.some(({ value }) => value === wanted)) shown = wanted;
  const target = wanted === undefined && hash !== '' ? document.getElementById(hash) : null;
  // A link to a clause shows it, whatever the filter hides.
  if (target !== null && target.hidden) { shown = 'all'; search.value = ''; }
  apply();
  target?.closest('details')?.setAttribute('open', '');
  target?.scrollIntoView();
}
for (const button of buttons) button.addEventListener('click', () => {
  shown = button.value;
  history.replaceState(null, '', '#show=' + encodeURIComponent(shown));
  apply();
});
search.addEventListener('input', apply);
addEventListener('hashchange', follow);
follow();
document.addEventListener('click', async ({ target }) => {
  if (!target.matches('.copy button')) return;
  const code = target.parentElement.querySelector('code');
  try {
    await navigator.clipboard.writeText(code.textContent);
    target.textContent = 'Copied';
  } catch {
    getSelection().selectAllChildren(code);
    target.textContent = 'Selected';
  }
  setTimeout(() => { target.textContent = 'Copy'; }, 2000);
});
`;
