/** Shorter lines end where their writer wants them to: opening hours, postal addresses. */
const minWrappedLength = 60;

/**
 * Joins the lines of paragraphs that an editor has wrapped, so that sentences are whole. The lines of lists, tables,
 * headings and short lines stay.
 */
export function joinWrappedLines(text: string): string {
  const joined: string[] = [];
  let previous = '';
  for (const line of text.split(/\r?\n/)) {
    if (isWrapped(previous) && continuesParagraph(line)) joined.push(' ', line.trimStart());
    else joined.push('\n', line);
    previous = line;
  }
  return joined.join('').slice(1);
}

/** Two spaces or a backslash at the end are a line break in Markdown. */
function isWrapped(line: string): boolean {
  return line.length >= minWrappedLength && !/[.!?:;|\\]$| {2}$/.test(line) && !/^\s*[#|]/.test(line);
}

function continuesParagraph(line: string): boolean {
  return /^\s{0,3}[\p{L}\p{N}("“'‘$€£*_[`]/u.test(line) && !/^\s*(?:\d+[.)]|[*+-])\s|^\s*[QA]\d*:/.test(line);
}
