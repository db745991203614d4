/**
 * Texts of at most 50 characters with several things that proxies, filters and serializers rewrite, mask or escape:
 * addresses, numbers, dates, markup, templates, commands, encodings. Each has a sign that a service may reject.
 */
export const lookAlikes: readonly string[] = [
  'http://shop.example:80/%7Ea/./b;c?B=1&a=2#D',
  'See www.shop.example; mailto:a@B.example; ftp://x',
  '+49 (30) 901820-0; 4111 1111 1111 1111; password=x',
  '5/1/2026; 2026-1-5; 12:30; 7 p.m.; Jan 5th; 1/2',
  '$5.00; 1.000,50; -0; +5; .5; 1_000; 0x1f; 50 %',
  '#f00; rgb(1,2,3); 2001:DB8::1; A1B2C3D4-00AA',
  '# Title\n- item\n> quote\n1. one\n| a | b |\n---',
  '#{x} <%= x %> {% x %} {x} $x @x [[x]] __x__ {0}',
  '$(id); ls | wc && x > y; SELECT "a" FROM b; ~/x',
  'aGk=; %41%20; \\x41; &#65;&copy; =?utf-8?Q?=41?=',
  '<p>a<br/>b</p>\n<!DOCTYPE html><a href=http://x>',
];

/** Texts that are one value, of YAML, JSON, a clock or an address, and that code converts where there is nothing else. */
export const wholeValues: readonly string[] = [
  'no',
  '1000.0',
  'ana@Shop.example',
  'a=1&b=2',
  'http://Shop.example',
  '"quoted"',
  '[1, 2]',
  '12:30',
  'NULL',
  'false',
];
