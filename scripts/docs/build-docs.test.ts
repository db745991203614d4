import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { decodeHTML } from 'entities';
import { beforeAll, describe, expect, it } from 'vitest';
import { operations } from '../../generated/operations.ts';
import { levelOf } from '../../conformance/check.ts';
import { allChecks } from '../../conformance/checks/all-checks.ts';
import { chatEventTypes } from '../../generated/events.ts';
import { requirements } from '../../generated/requirements.ts';
import type { SearchHit } from './browser/search.ts';
import { asMarkdown, buildDocs, buildMarkdown } from './build-docs.ts';
import { indexPage } from './index-page.ts';
import { readDocsSource } from './source.ts';
import { markdown } from './html.ts';

const spec = join(dirname(dirname(import.meta.dirname)), 'spec');
let files = new Map<string, string>();
let pages: [file: string, text: string][] = [];

beforeAll(() => {
  files = buildDocs(spec);
  pages = [...files].filter(([file]) => file.endsWith('.html'));
});

/** Every value of an attribute in a page. */
function attributes(text: string, name: string): string[] {
  return [...text.matchAll(new RegExp(`\\s${name}="([^"]*)"`, 'g'))].map((match) => match[1] ?? '');
}

/** The first five hits, as the script of the pages finds them. */
function search(words: string): SearchHit[] {
  const hits = runInNewContext(`${files.get('search.js')}; docsSearch.find(words).slice(0, 5)`, { words });
  return hits as SearchHit[];
}

describe('buildDocs', () => {
  it('writes equal pages in two runs', { tags: ['nightly'] }, () => {
    expect(buildDocs(spec)).toEqual(files);
  });

  it.each([
    ['agent limit', 'requirements.html#R-8-05'],
    ['visitor token', 'api.html#openVisitorSession'],
    ['rate limit', 'requirements.html#R-8-06'],
    ['temperature default', 'api.html#schema-AgentConfig.temperature'],
    ['pagination', 'requirements.html#R-4.2-05'],
  ])('finds for "%s" %s among the first five', (words, href) => {
    expect(search(words).map((hit) => hit.href)).toContain(href);
  });

  it('finds errors first, no changes, and shows the words that it has found', () => {
    expect(search('rate_limited')[0]?.href).toBe('errors.html#error-rate_limited');
    for (const { href, text } of ['retry', 'temperature'].flatMap(search)) {
      expect(href).not.toMatch(/^diff/);
      expect(text).toMatch(/retry|temperature/i);
    }
  });

  it('names for an error the operations that the contract names, and no other of its status', () => {
    const operationsOf = (code: string): string[] => {
      const row =
        new RegExp(`id="error-${code}".*?</tr>`, 's').exec(files.get('errors.html') ?? '')?.[0] ?? '';
      return attributes(row, 'href').map((href) => href.replace('api.html#', ''));
    };
    expect(operationsOf('agent_limit_reached')).toEqual(['createAgent']);
    expect(operationsOf('origin_not_allowed')).toEqual(['openVisitorSession', 'callMcp']);
    expect(operationsOf('role_required')).toEqual([]);
    expect(operationsOf('https_required')).toEqual(expect.arrayContaining(Object.keys(operations)));
  });

  it('has no broken link and no link to another address', () => {
    const broken = pages.flatMap(([file, text]) =>
      [...attributes(text, 'href'), ...attributes(text, 'src')].filter((link) => {
        const [path = '', anchor = ''] = link.split('#');
        const target = files.get(path === '' ? file : path);
        return target === undefined || (anchor !== '' && !attributes(target, 'id').includes(anchor));
      }),
    );
    expect(broken).toEqual([]);
  });

  it('has a title of one line for each guide, and the text below it as lead', () => {
    const text = files.get('implementing.html') ?? '';
    expect(text).toContain('<h1>Implementing it</h1>');
    expect(text).toContain('<div class="lead mb-4 text-light"><p>Build the service in any language');
  });

  it('has no duplicated id in a page', () => {
    for (const [, text] of pages) {
      const ids = attributes(text, 'id');
      expect(ids).toEqual([...new Set(ids)]);
    }
  });

  it('has no inline script or style, which a strict content security policy would block', () => {
    for (const [, text] of pages) {
      expect(text).not.toMatch(/<style|\sstyle="|\son[a-z]+="|<script(?! src="docs\.js")|javascript:/);
    }
  });

  it('has an anchor for every operation, event and requirement', () => {
    const ids = pages.flatMap(([, text]) => attributes(text, 'id'));
    const wanted = [
      ...Object.keys(operations),
      ...chatEventTypes.map((type) => `event-${type}`),
      ...requirements.map((requirement) => requirement.id),
    ];
    expect(ids).toEqual(expect.arrayContaining(wanted));
  });

  it('has an anchor for every error code and every field, and a list of its pages for language models', () => {
    const ids = pages.flatMap(([, text]) => attributes(text, 'id'));
    expect(ids).toEqual(
      expect.arrayContaining(['error-rate_limited', 'schema-AgentConfig.temperature', 'event-text.content']),
    );
    for (const [file] of pages) expect(files.get('llms.txt')).toContain(`(${file.replace('.html', '.md')})`);
  });

  it('has each page as Markdown, its code in fences', { tags: ['nightly'] }, () => {
    const markdowns = buildMarkdown(spec);
    for (const [file] of pages) expect(markdowns.get(file.replace('.html', '.md'))).toMatch(/^# \w/);
    expect(markdowns.get('api.md')).toMatch(/```\nsetting\(\) \{ sed/);
  });

  it('has its first page as Markdown', () => {
    expect(asMarkdown(indexPage(readDocsSource(spec)))).toMatch(/^# .+\n[^]*```\nsetting\(\) /);
  });

  it('shows the level, the words of the source and the inference of each requirement', () => {
    const page = files.get('requirements.html') ?? '';
    for (const { id, level, line, quote, inference } of requirements) {
      const start = page.indexOf(`<tr id="${id}" data-level="${level}"`);
      const row = decodeHTML(page.slice(start, page.indexOf('</tr>', start)));
      expect(start).toBeGreaterThan(0);
      for (const words of [line && `line ${line}:`, quote, inference])
        if (words !== undefined) expect(row.replaceAll(/\s+/g, ' ')).toContain(words);
    }
    for (const level of ['stated', 'derived', 'open']) expect(page).toContain(`<option>${level}</option>`);
  });

  it('links requirements and decisions, and shows HTML in the contract as text', () => {
    expect(markdown('See R-4.1-03, decision 0012, `R-4.1-03` and <b>.').html).toBe(
      '<p>See <a href="requirements.html#R-4.1-03">R-4.1-03</a>, <a href="requirements.html#decision-0012">decision 0012</a>, <code>R-4.1-03</code> and &lt;b&gt;.</p>\n',
    );
  });

  it('has a step with each check of the suite in the guide for implementers, and no other check', () => {
    const guide = readFileSync(join(spec, 'guides', 'implementing.md'), 'utf8');
    const named = [...guide.matchAll(/--only (\S+)/g)].flatMap(([, ids = '']) => ids.split(','));
    const ids = allChecks.filter((check) => levelOf(check) !== 'open').map(({ id }) => id);
    expect([...new Set(named)].toSorted()).toEqual(expect.arrayContaining(ids.toSorted()));
    expect(allChecks.map(({ id }) => id)).toEqual(expect.arrayContaining(named));
  });

  it('has the documents that the service serves', () => {
    const generated = join(dirname(spec), 'generated');
    for (const name of ['openapi.json', 'openapi.core.json', 'asyncapi.json'])
      expect(files.get(name)).toBe(readFileSync(join(generated, name), 'utf8'));
  });

  it('shows no placeholder of the examples', () => {
    for (const [, text] of pages) expect(text).not.toContain('{{');
  });
});
