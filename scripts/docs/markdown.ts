import { html, join, type Html } from './html.ts';

/** The Markdown that the contract uses: paragraphs, lists, tables, code, bold, and the names of what can be linked. */
export function markdown(text: string): Html {
  const blocks = text.trim().split(/\n\s*\n/);
  return join(blocks.map((block) => writeBlock(block.split('\n'))));
}

function writeBlock(lines: readonly string[]): Html {
  if (lines.every((line) => line.startsWith('|'))) return writeTable(lines);
  if (lines[0]?.startsWith('- ')) return writeList(lines);
  return html`<p>${inline(lines.join(' '))}</p>`;
}

function writeList(lines: readonly string[]): Html {
  const items = lines.join('\n').slice(2).split(/\n- /);
  return html`<ul>
    ${items.map((item) => html`<li>${inline(item.replaceAll(/\s+/g, ' '))}</li>`)}
  </ul>`;
}

function writeTable(lines: readonly string[]): Html {
  const [head = [], , ...rows] = lines.map((line) =>
    line
      .slice(1, -1)
      .split('|')
      .map((cell) => cell.trim()),
  );
  return html`<div class="scroll">
    <table>
      <thead>
        <tr>
          ${head.map((cell) => html`<th scope="col">${inline(cell)}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${rows.map(
          (row) =>
            html`<tr>
              ${row.map((cell) => html`<td>${inline(cell)}</td>`)}
            </tr>`,
        )}
      </tbody>
    </table>
  </div>`;
}

const tokens = /(`[^`]+`)|(\*\*[^*]+\*\*)|(\bR-[\dX.]+-\d\d\b)|(\bdecision \d{4}\b)/;

/** One line of Markdown. Requirement ids and "decision 0012" become links to the page that explains them. */
export function inline(text: string): Html {
  return join(
    text
      .split(new RegExp(tokens, 'g'))
      .filter((piece) => piece !== undefined && piece !== '')
      .map((piece) => writeInline(piece)),
  );
}

function writeInline(piece: string): Html | string {
  if (/^`[^`]+`$/.test(piece)) return html`<code>${piece.slice(1, -1)}</code>`;
  if (/^\*\*[^*]+\*\*$/.test(piece)) return html`<strong>${piece.slice(2, -2)}</strong>`;
  if (/^R-[\dX.]+-\d\d$/.test(piece)) return html`<a href="requirements.html#${piece}">${piece}</a>`;
  if (/^decision \d{4}$/.test(piece))
    return html`<a href="requirements.html#decision-${piece.slice(9)}">${piece}</a>`;
  return piece;
}
