import { expect, it } from 'vitest';
import { verifyScript } from './script.ts';

const sound = 'document.currentScript.dataset.chatbotId && fetch("/api/widget/config")';
const key = `svc_${'a1'.repeat(16)}`;

it.each([
  [sound, 'text/javascript'],
  [sound, 'application/javascript; charset=utf-8'],
  [`import "./x.js"; ${sound}`, 'Text/JavaScript'],
  ['x.getAttribute("data-chatbot-id")', 'application/x-javascript'],
])('R-4.5-05 %s as %s is a script', (source, type) =>
  expect(verifyScript(source, type, ['secret-of-another-form'])).toEqual([]),
);

it.each([
  [`${sound};(`, 'text/javascript', 'R-4.5-05'],
  [sound, 'text/plain', 'R-4.5-05'],
  [sound, '', 'R-4.5-05'],
  [`/* chatbot-id */`, 'text/javascript', 'R-4.5-05'],
  [`${sound};"${key}"`, 'text/javascript', 'R-5-10'],
  [`${sound};"secret-of-another-form"`, 'text/javascript', 'R-5-10'],
  ['document.currentScript', 'text/javascript', 'R-4.5-02'],
])('%s as %s breaks %s', (source, type, requirement) => {
  expect(verifyScript(source, type, ['secret-of-another-form']).map((breach) => breach.requirement)).toEqual([
    requirement,
  ]);
});
