/** The look of the HTML report: readable in both colour schemes, on paper, and without any other file. */
export const htmlStyle = `
:root { color-scheme: light dark; --ink: #1b1f24; --soft: #59636e; --line: #d8dee4; --ground: #ffffff; --panel: #f6f8fa;
  --pass: #1a7f37; --fail: #c62828; --warn: #8a6100; }
@media (prefers-color-scheme: dark) { :root { --ink: #e6edf3; --soft: #9aa6b2; --line: #30363d; --ground: #0d1117;
  --panel: #161b22; --pass: #56d364; --fail: #ff7b72; --warn: #e3b341; } }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 72rem; padding: 2rem 1.25rem 4rem; background: var(--ground); color: var(--ink);
  font: 16px/1.5 system-ui, sans-serif; }
h1 { font-size: 1.5rem; margin: 0 0 .25rem; }
h2 { font-size: 1.1rem; margin: 2.5rem 0 .75rem; }
p { margin: .25rem 0; } .soft { color: var(--soft); }
.verdict { border-left: .5rem solid var(--pass); background: var(--panel); border-radius: .4rem; padding: 1rem 1.25rem;
  margin: 1.25rem 0; font-size: 1.2rem; font-weight: 600; }
.verdict.violated, .verdict.broken { border-color: var(--fail); } .verdict.incomplete { border-color: var(--warn); }
.facts { display: grid; grid-template-columns: repeat(auto-fit, minmax(9rem, 1fr)); gap: .75rem; margin: 1rem 0; padding: 0; }
.facts div { background: var(--panel); border-radius: .4rem; padding: .6rem .8rem; }
.facts dt { color: var(--soft); font-size: .8rem; } .facts dd { margin: 0; font-weight: 600; overflow-wrap: anywhere; }
table { border-collapse: collapse; width: 100%; font-size: .92rem; }
th, td { text-align: left; vertical-align: top; padding: .45rem .6rem; border-top: 1px solid var(--line); }
thead th { border-top: 0; color: var(--soft); font-weight: 500; }
tbody th[colspan] { background: var(--panel); font-weight: 600; }
td:first-child { white-space: nowrap; font-variant-numeric: tabular-nums; }
td:nth-child(2) { overflow-wrap: anywhere; min-width: 9rem; }
td:nth-child(3) { white-space: nowrap; }
.badge { font-weight: 600; } .badge.pass { color: var(--pass); } .badge.fail, .badge.error { color: var(--fail); }
.badge.untested { color: var(--warn); } .badge.observed, .badge.elsewhere, .badge.not-offered { color: var(--soft); font-weight: 400; }
.failure { border: 1px solid var(--line); border-left: .3rem solid var(--fail); border-radius: .4rem; padding: .75rem 1rem; margin: .75rem 0; }
.failure h3 { margin: 0 0 .5rem; font-size: 1rem; }
.failure dl { display: grid; grid-template-columns: 6rem 1fr; gap: .25rem .75rem; margin: 0; }
.failure dt { color: var(--soft); } .failure dd { margin: 0; min-width: 0; overflow-wrap: anywhere; }
code { font: .85rem/1.45 ui-monospace, monospace; background: var(--panel); border-radius: .25rem; padding: .1rem .3rem; overflow-wrap: anywhere; }
.notes { margin: .2rem 0 0; padding: 0; list-style: none; color: var(--soft); font-size: .85rem; }
a { color: inherit; }
@media print { body { max-width: none; padding: 0; } .failure, tr { break-inside: avoid; } }
@media (max-width: 40rem) { td:nth-child(3) { white-space: normal; } th, td { padding: .45rem .3rem; } .failure dl { grid-template-columns: 1fr; } }
`;
