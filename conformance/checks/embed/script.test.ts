import { expect, it } from 'vitest';
import { verifyScript } from './script.ts';

const valid = 'document.currentScript.dataset.chatbotId && fetch("/api/widget/config")';
const key = `svc_${'a1'.repeat(16)}`;

it.each([
  [valid, 'text/javascript'],
  [valid, 'application/javascript; charset=utf-8'],
  [`import "./x.js"; ${valid}`, 'Text/JavaScript'],
  ['x.getAttribute("data-chatbot-id")', 'application/x-javascript'],
])('R-4.5-05 accepts %s as %s', (source, type) =>
  expect(verifyScript(source, type, ['secret-of-another-form'])).toEqual([]),
);

it.each([
  [`${valid};(`, 'text/javascript', 'R-4.5-05'],
  [valid, 'text/plain', 'R-4.5-05'],
  [valid, '', 'R-4.5-05'],
  [`/* chatbot-id */`, 'text/javascript', 'R-4.5-05'],
  [`${valid};"${key}"`, 'text/javascript', 'R-5-10'],
  [`${valid};"secret-of-another-form"`, 'text/javascript', 'R-5-10'],
  ['document.currentScript', 'text/javascript', 'R-4.5-14'],
])('reports that %s as %s violates %s', (source, type, requirement) => {
  expect(verifyScript(source, type, ['secret-of-another-form']).map(({ requirement: id }) => id)).toEqual([
    requirement,
  ]);
});
