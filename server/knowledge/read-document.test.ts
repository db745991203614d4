import { expect, it } from 'vitest';
import { readDocument } from './read-document.ts';
import { maxPassageLength, passagesAsText } from './split-passages.ts';

function read(name: string, text: string | Uint8Array, contentType?: string) {
  return readDocument({ name, bytes: Buffer.from(text), contentType });
}

const passages = (name: string, text: string) => read(name, text).passages;

it('splits Markdown at its headings, and gives each passage the headings above it', () => {
  const text =
    'Intro.\n# Returns\nIn 30 days.\n\n## Refunds ##\nTo the card.\n## Empty\n# Shipping\n### Express\n$18.';
  expect(read('returns.md', text)).toEqual({
    source: 'returns.md',
    title: 'Returns',
    format: 'markdown',
    passages: [
      { title: 'Returns', text: 'Intro.' },
      { title: 'Returns', text: 'In 30 days.' },
      { title: 'Returns: Refunds', text: 'To the card.' },
      { title: 'Shipping: Express', text: '$18.' },
    ],
  });
});

it('reads the passages of a document back from the text that people edit', () => {
  const long = `${'A word. '.repeat(400).trim()}\n${'line\n'.repeat(300)}`;
  const texts: readonly (readonly [string, string])[] = [
    ['a.md', `Intro.\n# Returns\nIn 30 days.\n- one\n- two\n\n## Refunds\n${long}`],
    ['a.html', '<h1>Hours</h1><p>Mon 9-5<br>Tue 9-5</p><h2>Is it * free?</h2><p>Yes: #1 in town.</p>'],
    ['a.csv', 'question,answer\nOpen?,"Yes.\nQ: On Sunday?\nA: No."'],
  ];
  for (const [name, text] of texts) {
    const stored = passages(name, text);
    expect(readDocument({ name, text: passagesAsText(stored) }).passages).toEqual(stored);
  }
});

it('reads questions and answers from text, in any language, and from a CSV table', () => {
  const text =
    'Q: Is delivery free\nA: Yes.\n\n**¿Dónde están?**\nEn Madrid.\nWrite to us. Questions?\nQuestion 2. Open?\nAnswer: Always.';
  expect(passages('faq.txt', text)).toEqual([
    { title: 'faq: Is delivery free', text: 'Yes.' },
    { title: 'faq: ¿Dónde están?', text: 'En Madrid.\nWrite to us. Questions?' },
    { title: 'faq: Open?', text: 'Always.' },
  ]);
  const csv = 'Answer,Topic,Question\n"Yes, <b>always</b>.",x,Is it free?\n,x,Without answer?\n';
  expect(passages('faq.csv', csv)).toEqual([{ title: 'Is it free?', text: 'Yes, always.' }]);
});

it('reads a page with its headings and folded questions, without scripts, styles, comments and navigation', () => {
  const page = `<!doctype html><head><title>Visit &amp; call | Shop</title><style>h2{}</style></head>
    <nav><h2>Menu</h2></nav><script>document.write('<h2>Evil</h2>')</script><!-- <h2>Hidden</h2> -->
    <h2 onclick="steal()">Opening
    hours</h2><p>Monday to <b>Friday</b>&nbsp;9&ndash;17<img src=x onerror=alert(1)>
    <details><summary>Is it closed on Sunday</summary>Yes.</details>`;
  expect(read('https://shop.example/visit', page, 'text/html; charset=utf-8')).toMatchObject({
    title: 'Visit & call | Shop',
    passages: [
      { title: 'Visit & call | Shop: Opening hours', text: 'Monday to Friday 9–17' },
      { title: 'Visit & call | Shop: Opening hours: Is it closed on Sunday', text: 'Yes.' },
    ],
  });
});

it('keeps the columns of tables in a page: a line for each row', () => {
  const page = `<h1>Shipping</h1><table><thead><tr><th></th><th>Days</th><th>Price</th></tr></thead>
    <tbody><tr><td><p>Zone 1</p></td><td><div>2<br>to 3</div></td><td>$5</td></tr>
    <tr><td>Zone 2<td>5<td>$9</table><p>Is it free above $50?</p><p>Yes.</p>
    <table><tr><td><h2>Returns</h2><ul><li>30 days<li>unworn</ul></td></tr></table>`;
  expect(passages('shipping.html', page)).toEqual([
    { title: 'Shipping', text: '| Days | Price\nZone 1 | 2 to 3 | $5\nZone 2 | 5 | $9' },
    { title: 'Shipping: Is it free above $50?', text: 'Yes.' },
    { title: 'Shipping: Returns', text: '- 30 days\n- unworn' },
  ]);
  const markdown = '# Shipping\n| Zone | Price |\n|---|---|\n| 1 | $5 |';
  expect(passages('shipping.md', markdown)[0]?.text).toBe('| Zone | Price |\n|---|---|\n| 1 | $5 |');
});

it('removes HTML from Markdown and keeps addresses in angle brackets', () => {
  const text =
    '# Contact\n<script>\nalert(1)\n</script>\nWrite to <help@shop.example>, see <https://shop.example/a>.\n5 < 6';
  expect(passages('contact.md', text)).toEqual([
    { title: 'Contact', text: 'Write to help@shop.example, see https://shop.example/a.\n5 < 6' },
  ]);
});

it('joins the lines of wrapped paragraphs, and no others', () => {
  const long = 'You can return anything within 30 days of its arrival, unused and with';
  const text = `# Returns\n${long}\nits labels.\n${long}\n- a list\n${long}\n\nA paragraph.\nMonday 9 to 17\nTuesday closed`;
  expect(passages('returns.md', text)[0]?.text.split('\n')).toEqual([
    `${long} its labels.`,
    long,
    '- a list',
    long,
    'A paragraph.',
    'Monday 9 to 17',
    'Tuesday closed',
  ]);
});

it('splits long texts at lines and at spaces, and loses no word', () => {
  const words = Array.from({ length: 900 }, (_, index) => `w${index}`);
  const found = passages('long.txt', `${words.slice(0, 500).join(' ')}\n${words.slice(500).join(' ')}`);
  expect(Math.max(...found.map(({ text }) => text.length))).toBeLessThanOrEqual(maxPassageLength);
  expect(found.flatMap(({ text }) => text.split(/\s/))).toEqual(words);
});

it('decodes UTF-8 and UTF-16 with a byte order mark, and what a page declares', () => {
  const utf16 = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from('# Größen\nÄ', 'utf16le')]);
  expect(read('a.md', utf16).passages).toEqual([{ title: 'Größen', text: 'Ä' }]);
  expect(read('b.md', Buffer.from('\uFEFF# Größen\nÄ')).title).toBe('Größen');
  const latin1 = Buffer.from('<meta charset="iso-8859-1"><p>Größe</p>', 'latin1');
  expect(read('c.html', latin1).passages[0]?.text).toBe('Größe');
  const withoutMeta = Buffer.from('<p>Größe</p>', 'latin1');
  expect(read('https://shop.example/', withoutMeta, 'text/html; charset=ISO-8859-1').passages[0]?.text).toBe(
    'Größe',
  );
});

it.each([
  ['a.pdf', '%PDF', 'a.pdf: only Markdown (.md), HTML (.html), text (.txt) and tables of questions'],
  ['a.md', Buffer.from([0x23, 0x20, 0xe4]), 'a.md: it is not UTF-8: save it as UTF-8 and import it again'],
  ['a.txt', 'a\0b', 'a.txt: it is not a text: it has NUL'],
  ['a.md', '# Only a heading\n\n---\n', 'a.md: it has no text'],
  ['a.html', '<script>1</script>', 'a.html: it has no text'],
  ['a.csv', 'q,a\n1,2', 'a.csv: line 1: it must have the columns question and answer'],
  ['a.csv', 'question,answer\n"1,2', 'a.csv: it is no CSV table'],
  ['a.txt', Buffer.alloc(1024 * 1024 + 1, 'a'), 'a.txt: it is larger than 1 MB: split it'],
])('rejects %s: %#', (name, content, message) => {
  expect(() => read(name, content)).toThrow(message);
});

it('reads hostile files of the maximum size in less than a second of CPU', () => {
  const repeat = (text: string) => text.repeat(Math.floor((1024 * 1024) / text.length));
  const hostile = [
    '<h2',
    '<a@',
    '<nav>',
    '# '.padEnd(500, '#'),
    '#',
    'Q:',
    '?',
    '* ',
    '<title',
    '<meta charset',
    ' ',
  ];
  for (const part of hostile) {
    for (const name of ['a.html', 'a.md']) {
      const start = process.cpuUsage();
      read(name, `<p>text</p>\n${repeat(part)}`.slice(0, 1024 * 1024));
      const { user } = process.cpuUsage(start);
      expect(user / 1000, `${name} of ${part.slice(0, 9)}`).toBeLessThan(1000);
    }
  }
});
