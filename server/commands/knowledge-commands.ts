import type { Command } from 'commander';
import { allSummaries, knowledgeSource } from '../db/knowledge.ts';
import type { KnowledgeSummary } from '../db/records.ts';
import { createKnowledgeStore, type FoundPassage } from '../knowledge/knowledge-index.ts';
import { operatorActor } from '../services/audit.ts';
import { deleteKnowledge, importKnowledge, importKnowledgePage } from '../services/knowledge.ts';
import { readKnowledgeFiles } from './knowledge-files.ts';
import { type AddWork, formatTable, printable } from './operator.ts';

const importHelp = `
Markdown (.md), HTML (.html), text (.txt), and tables with the columns question and answer (.csv), at most 1 MB each. A
second import of the same file name, path in the folder or address replaces the document.

Agents with the mcp_capabilities entry {"type": "shop_knowledge", "enabled": true} then look it up.

Examples:
  agent-service knowledge import returns.md --store str_9fQx...
  agent-service knowledge import faq/ --store str_9fQx...
  agent-service knowledge import https://shop.example/policies/shipping --store str_9fQx...`;

/** `knowledge import`, `list`, `search` and `delete` (decision 0058). */
export function addKnowledgeCommands(program: Command, add: AddWork): void {
  const knowledge = program
    .command('knowledge')
    .description("A shop's own texts, from which its agents reply: returns, shipping, opening hours.");
  const list = (found: readonly KnowledgeSummary[]) => ({ json: found.map(present), text: table(found) });
  add
    .ofStore(knowledge.command('import <source>'), async (operator, _options, source = '') => {
      const by = { store: operator.store, actor: operatorActor };
      if (/^https?:/i.test(source)) return list([await importKnowledgePage(operator, by, source)]);
      return list(await importKnowledge(operator, by, await readKnowledgeFiles(source)));
    })
    .description('Import a file, the files of a folder, or a page by its https address; all or none.')
    .addHelpText('after', importHelp);
  add
    .ofStore(knowledge.command('list'), async ({ reader }) => list(await allSummaries(reader)))
    .description('List the documents of a store.');
  add
    .ofStore(knowledge.command('search <question>'), async ({ database, store }, _options, question = '') => {
      const index = await createKnowledgeStore(knowledgeSource(database)).get(store.id);
      const passages = index.search(question);
      const { contact } = store;
      return { json: { passages, contact }, text: describePassages(passages, contact) };
    })
    .description('Find the passages that an agent would get for a question.');
  add
    .ofStore(knowledge.command('delete <document-id>'), async ({ change }, _options, documentId = '') => {
      const deleted = await change((context) => deleteKnowledge(context, documentId));
      return { json: present(deleted), text: `Deleted ${printable(deleted.source)}.\n` };
    })
    .description('Delete a document with its passages.');
}

function present({
  id,
  source,
  title,
  format,
  passage_count: passageCount,
  imported_at: importedAt,
}: KnowledgeSummary) {
  return { id, source, title, format, passages: passageCount, imported_at: importedAt };
}

function table(documents: readonly KnowledgeSummary[]): string {
  const rows = documents.map(
    ({ id, source, title, passage_count: passageCount, imported_at: importedAt }) => [
      id,
      source,
      title,
      passageCount,
      importedAt,
    ],
  );
  return formatTable(['ID', 'SOURCE', 'TITLE', 'PASSAGES', 'IMPORTED'], rows);
}

function describePassages(passages: readonly FoundPassage[], contact: string | null): string {
  const texts = passages.map(({ title, text, source }) => {
    const lines = text.split('\n').map((line) => `  ${printable(line)}\n`);
    return `${printable(title)} (${printable(source)})\n${lines.join('')}\n`;
  });
  const none = texts.length === 0 ? 'No passage is about this.\n' : '';
  return `${texts.join('')}${none}${contact === null ? '' : `Contact: ${printable(contact)}\n`}`;
}
