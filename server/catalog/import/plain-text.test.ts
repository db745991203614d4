import fc from 'fast-check';
import { expect, it } from 'vitest';
import { plainText } from './plain-text.ts';

const cases: [string, string][] = [
  ['Just words.', 'Just words.'],
  ['<p>Made of <b>wool</b>.</p><p>Warm.</p>', 'Made of wool.\nWarm.'],
  ['<p>One\n  line</p>', 'One line'],
  ['First line\nsecond line', 'First line\nsecond line'],
  ['a<br>b<br/>c', 'a\nb\nc'],
  ['<ul><li>Oak</li><li>Ash</li></ul>', '- Oak\n- Ash'],
  ['<table><tr><td>Width</td><td>10 cm</td></tr></table>', 'Width 10 cm'],
  ['Salt &amp; pepper, 5&nbsp;&euro;, caf&eacute;, &#8220;so&#x201D;', 'Salt & pepper, 5 €, café, “so”'],
  ['&unknown; &constructor; &#0; &#xD800; &#x110000;', '&unknown; &constructor; \uFFFD \uFFFD \uFFFD'],
  ['5 < 6 & 7 > 2', '5 < 6 & 7 > 2'],
  ['<script>alert("<b>x</b>")</script>seen', 'seen'],
  ['<SCRIPT src=x>if (a<b) evil()</SCRIPT >seen<style>p{}</style>', 'seen'],
  ['seen<script>never closed <p>words</p>', 'seen'],
  ['a<!-- <p>hidden</p> -->b<!-- open', 'ab'],
  ['<!DOCTYPE html><meta charset="utf-8">words', 'words'],
  ['&lt;b&gt;not a tag&lt;/b&gt;', '<b>not a tag</b>'],
  ['', ''],
];

it.each(cases)('converts %j to text', (html, text) => expect(plainText(html)).toBe(text));

it('removes the content of scripts and styles', () => {
  fc.assert(
    fc.property(fc.string(), fc.constantFrom('script', 'style', 'ScRiPt'), (text, name) => {
      fc.pre(!text.includes('<'));
      expect(plainText(`before<${name}>SECRET${text}</${name}>after`)).toBe('beforeafter');
    }),
  );
});
