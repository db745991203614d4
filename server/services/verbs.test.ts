import { readdirSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Context, ServiceContext } from '../db/database.ts';
import { queueNotice } from '../db/notices.ts';
import type { AuditRecord } from '../db/records.ts';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { sampleChatbot, sampleStore } from '../testing/sample-records.ts';
import { addStore } from '../testing/test-shop.ts';
import { createAgent, deleteAgent, updateAgent } from './agents.ts';
import { createKey, regenerateKey, revealKey, revokeKey, setKeyNote } from './api-keys.ts';
import { operatorActor } from './audit.ts';
import {
  allowImageHosts,
  createChatbot,
  deleteChatbot,
  markPlaced,
  replaceChatbot,
  updateChatbot,
} from './chatbots.ts';
import { addConnection, removeConnection } from './connections.ts';
import { deleteConversation, eraseVisitor } from './conversations.ts';
import { addSynonyms, setSynonyms } from './catalog-synonyms.ts';
import {
  beginImport,
  failImport,
  failImportsOf,
  failLostImport,
  finishImport,
  renewImport,
} from './import-records.ts';
import { deleteKnowledge, saveDocuments } from './knowledge.ts';
import { finishLeftMessage } from './left-messages.ts';
import { finishNotice, queueTest, removeWebhook, setWantsMail, setWebhook } from './notices.ts';
import { closeQuestion } from './questions.ts';
import { endOtherSessions, endSession, openSession, renewSession } from './sessions.ts';
import { replaceSetupCode } from './setup.ts';
import { rejectPassword, signIn } from './sign-in.ts';
import { claimSource, finishReading, forgetPage, putSource, setSchedule } from './sources.ts';
import { createStore, setPlan, updateStore } from './stores.ts';
import {
  connection,
  document,
  keyring,
  leave,
  openShop,
  origin,
  rowsOf,
  type Shop,
  visitorId,
} from './testing/verbs-shop.ts';
import { undoChange } from './undo.ts';
import { changeRole, inviteMember, removeMember, setPassword } from './users.ts';
import { recordWidgetEvents } from './widget-events.ts';

const config = { model_provider: 'provider_one', model_id: 'm', system_prompt: 's' } as const;
const agent = { name: 'Helper', type: 'a', config };
const feed = { kind: 'feed', name: 'a feed', address: { url: 'https://shop.example/feed' } } as const;
const opened = [{ type: 'opened' as const }];
const noProducts = { batches: () => [], replaceAll: false };
/** When every lease has ended. */
const late = { now: '2999-01-01T00:00:00.000Z' };
const progress = { none: 'the catalogue does not change: its entry is that of finishImport' };
const session = { none: 'a line of signIn, which writes the entry' };

/** The entry that a verb leaves in the audit log, or why it leaves none. */
type Entry = AuditRecord['action'] | { readonly none: string };

interface Verb {
  readonly entry: Entry;
  run(context: Context, shop: Shop, all: ServiceContext): Promise<unknown>;
}

/** Every verb of the services: a new one has its line here. */
const verbs: Readonly<Record<string, Verb>> = {
  createAgent: { entry: 'agent.created', run: (context) => createAgent(context, agent, 'key') },
  allowImageHosts: {
    entry: 'chatbot.updated',
    run: (context) => allowImageHosts(context, ['cdn.shop.example']),
  },
  updateAgent: {
    entry: 'agent.updated',
    run: (context, { agentId }) =>
      updateAgent(context, agentId, { ...agent, version: 1, status: 'disabled' }),
  },
  deleteAgent: {
    entry: 'agent.deleted',
    run: (context, { freeAgentId }) => deleteAgent(context, freeAgentId, 1),
  },
  createKey: { entry: 'api_key.created', run: (context) => createKey(context, keyring) },
  revealKey: {
    entry: 'api_key.revealed',
    run: (context, { keyId }) => revealKey(context, keyring, keyId),
  },
  regenerateKey: {
    entry: 'api_key.regenerated',
    run: (context, { keyId }) => regenerateKey(context, keyring, { keyId }),
  },
  setKeyNote: {
    entry: 'api_key.note_changed',
    run: (context, { keyId }) => setKeyNote(context, keyId, 'Of the shop server'),
  },
  revokeKey: { entry: 'api_key.revoked', run: (context, { keyId }) => revokeKey(context, keyId) },
  createChatbot: {
    entry: 'chatbot.created',
    run: (context, { agentId }) => createChatbot(context, { agent_id: agentId, name: 'Footer' }),
  },
  updateChatbot: {
    entry: 'chatbot.updated',
    run: (context, { chatbotId }) => updateChatbot(context, chatbotId, { name: 'Footer' }),
  },
  replaceChatbot: {
    entry: 'chatbot.updated',
    run: (context, { store, agentId, chatbotId }) =>
      replaceChatbot(context, chatbotId, sampleChatbot(store.id, agentId, { name: 'Footer' })),
  },
  deleteChatbot: {
    entry: 'chatbot.deleted',
    run: (context, { chatbotId }) => deleteChatbot(context, chatbotId, 1),
  },
  markPlaced: {
    entry: { none: 'a page view of a shop: no person of the store did it' },
    run: (context, { chatbotId }) => markPlaced(context, chatbotId),
  },
  addConnection: {
    entry: 'connection.added',
    run: (_context, { store }, all) =>
      addConnection(all, keyring, { ...connection, store_id: store.id, type: 'returns' }),
  },
  removeConnection: {
    entry: 'connection.removed',
    run: (_context, { store }, all) => removeConnection(all, store.id, 'orders'),
  },
  setWebhook: {
    entry: 'webhook.set',
    run: (context) => setWebhook(context, keyring, { url: 'https://help.shop.example/hook' }),
  },
  removeWebhook: {
    entry: 'webhook.removed',
    async run(context) {
      const webhook = { id: 'whk_1', url: connection.url, sealed_secret: '', created_at: context.now };
      await context.tables('webhooks').insert({ ...webhook, store_id: context.storeId });
      await removeWebhook(context);
    },
  },
  setWantsMail: {
    entry: 'notices.mail_changed',
    run: (context, { memberId }) => setWantsMail(context, memberId, false),
  },
  finishNotice: {
    entry: 'notice.done',
    async run(context) {
      await queueNotice(context, {
        kind: 'import_failed',
        key: 'a',
        subject: 'A',
        text: 'a',
        path: 'catalogue',
      });
      const notice = await context.tables('notices').first('id');
      await finishNotice(context, notice?.id ?? '');
    },
  },
  queueTest: { entry: { none: 'a notice itself' }, run: queueTest },
  deleteConversation: {
    entry: 'conversation.deleted',
    run: (context, { conversationId }) => deleteConversation(context, conversationId, { visitorToo: true }),
  },
  eraseVisitor: { entry: 'conversation.deleted', run: (context) => eraseVisitor(context, visitorId) },
  recordWidgetEvents: {
    entry: { none: 'what shoppers do in the widget: figures' },
    run: (context, { store, agentId, chatbotId }) => {
      const visitor = { storeId: store.id, agentId, chatbotId, visitorId, origin: 'https://shop.example' };
      return recordWidgetEvents(context, visitor, opened);
    },
  },
  leaveMessage: {
    entry: { none: 'a shopper did it: no person of the store' },
    run: (context, shop) => leave(context, shop),
  },
  finishLeftMessage: {
    entry: 'message.done',
    run: async (context, shop) => {
      await leave(context, shop);
      const [message] = await context.tables('left_messages');
      await finishLeftMessage(context, message?.id ?? '');
    },
  },
  createStore: {
    entry: 'store.created',
    run: (_context, _shop, all) => createStore(all, { name: 'New', plan: 'free' }),
  },
  setPlan: { entry: 'store.plan_changed', run: (context) => setPlan(context, { plan: 'free' }) },
  updateStore: {
    entry: 'store.contact_changed',
    run: (context) => updateStore(context, { contact: 'help@shop.example' }),
  },
  inviteMember: {
    entry: 'member.invited',
    run: (context) => inviteMember(context, { email: 'new@shop.example', role: 'member' }),
  },
  changeRole: {
    entry: 'member.role_changed',
    run: (context, { memberId }) => changeRole(context, memberId, 'owner'),
  },
  removeMember: {
    entry: 'member.removed',
    run: (context, { memberId }) => removeMember(context, memberId),
  },
  setPassword: {
    entry: 'password.set',
    run: (_context, { signedIn }, all) => setPassword(all, signedIn, 'hash'),
  },
  openSession: {
    entry: session,
    run: (_context, { signedIn }, all) => openSession(all, signedIn.user, undefined),
  },
  renewSession: {
    entry: { none: 'a request of a person who is signed in, once a minute' },
    run: (_context, { signedIn }, all) => renewSession({ ...all, ...late }, signedIn.session),
  },
  endSession: {
    entry: 'session.ended',
    run: (_context, { signedIn }, all) => endSession(all, signedIn, signedIn.session.id),
  },
  endOtherSessions: {
    entry: 'session.ended',
    run: (_context, { signedIn }, all) => endOtherSessions(all, signedIn),
  },
  signIn: {
    entry: 'session.signed_in',
    run: (_context, { signedIn }, all) =>
      signIn(all, signedIn.user, { address: '192.0.2.1', userAgent: undefined }, { by: 'code' }),
  },
  rejectPassword: {
    entry: 'session.rejected',
    run: (_context, { signedIn }, all) => rejectPassword(all, signedIn.user),
  },
  replaceSetupCode: {
    entry: { none: 'it may be before the first store' },
    run: (_context, _shop, all) => replaceSetupCode(all, 'code'),
  },
  undoChange: {
    entry: 'knowledge.imported',
    run: async (context) => {
      const entry = await context.tables('audit_log').whereNotNull('changes').first();
      return undoChange(context, entry?.id ?? '');
    },
  },
  putSource: {
    entry: { none: 'a line of the import, which writes the entry' },
    run: (context) => putSource(context, keyring, feed),
  },
  setSchedule: {
    entry: 'source.schedule_changed',
    run: async (context) => setSchedule(context, await putSource(context, keyring, feed), 'daily'),
  },
  claimSource: {
    entry: { none: 'nobody did it: its time has come' },
    run: async (context, _shop, all) => {
      await setSchedule(context, await putSource(context, keyring, feed), 'daily');
      const [source] = await context.tables('sources');
      await context.tables('audit_log').where({ action: 'source.schedule_changed' }).delete();
      if (source !== undefined) await claimSource(all, source);
    },
  },
  finishReading: {
    entry: { none: 'nobody did it: its time has come' },
    run: async (context) => finishReading(context, await putSource(context, keyring, feed), null),
  },
  forgetPage: {
    entry: { none: 'a line of the change of the text, which writes the entry' },
    run: async (context) => {
      await putSource(context, keyring, feed);
      await forgetPage(context, 'a page');
    },
  },
  saveDocuments: { entry: 'knowledge.imported', run: (context) => saveDocuments(context, [document]) },
  deleteKnowledge: {
    entry: 'knowledge.deleted',
    run: (context, { documentId }) => deleteKnowledge(context, documentId),
  },
  addSynonyms: {
    entry: 'catalog.synonyms_changed',
    run: (context) => addSynonyms(context, 'cap, hat'),
  },
  closeQuestion: {
    entry: 'question.improved',
    run: (context) => closeQuestion(context, new Set(['tent']), 'answer'),
  },
  setSynonyms: {
    entry: 'catalog.synonyms_changed',
    run: (context) => setSynonyms(context, { synonyms: 'slippers, house shoes' }),
  },
  beginImport: { entry: progress, run: (context) => beginImport({ ...context, ...late }, origin) },
  renewImport: {
    entry: progress,
    run: (context, { running }) => renewImport(context, { ...running, lines: 7 }),
  },
  finishImport: {
    entry: 'catalog.imported',
    run: (context, { running }) => finishImport(context, running, noProducts),
  },
  failImport: { entry: progress, run: (context, { running }) => failImport(context, running, 'why') },
  failLostImport: { entry: progress, run: (context) => failLostImport({ ...context, ...late }) },
  failImportsOf: { entry: progress, run: (_context, _shop, all) => failImportsOf(all, origin.owner) },
};

// Lines of verbs, no verbs.
const parts = ['audit.ts', 'idempotency.ts'];
const services = readdirSync(new URL('.', import.meta.url)).filter(
  (file) => file.endsWith('.ts') && !file.endsWith('.test.ts') && !parts.includes(file),
);

/** The exported functions of the services whose first parameter is the context of an open transaction. */
function verbsWith(context: 'Context' | 'ServiceContext'): string[] {
  const parameter = `\\(\\s*(?:\\w+|\\{[^}]*\\}): ${context}\\b`;
  const signature = new RegExp(`export (?:async )?function (\\w+)(?:<\\w+>)?${parameter}`, 'g');
  return services.flatMap((file) => {
    const source = readFileSync(new URL(file, import.meta.url), 'utf8');
    return [...source.matchAll(signature)].map(([, name = '']) => name);
  });
}

it('every verb of the services is in the list', () => {
  const named = [...verbsWith('Context'), ...verbsWith('ServiceContext')];
  expect(named.toSorted()).toEqual(Object.keys(verbs).toSorted());
});

describe.each(Object.entries(verbs).filter(([name]) => verbsWith('Context').includes(name)))(
  '%s in another store',
  (_name, { run }) => {
    it('changes nothing of the store that has the ids', async () => {
      const database = await createTestDatabase();
      const shop = await openShop(database);
      const other = sampleStore({ plan: 'enterprise' });
      await addStore(database, other);
      const rowsOfShop = async () => {
        const all = [...(await rowsOf(database))].map(([name, rows]) => [
          name,
          rows.filter((row) => 'store_id' in row && row.store_id === shop.store.id),
        ]);
        return Object.fromEntries(all);
      };
      const before = await rowsOfShop();
      const running = database.database.changeAll(operatorActor, (all) => run(all.of(other), shop, all));
      // It is rejected, or does what it does in the other store.
      await running.catch(() => undefined);
      expect(await rowsOfShop()).toEqual(before);
      await database.close();
    });
  },
);

describe.each(Object.entries(verbs))('%s', (_name, { entry, run }) => {
  let database: TestDatabase;
  let shop: Shop;
  beforeAll(async () => {
    database = await createTestDatabase();
    shop = await openShop(database);
  });
  afterAll(() => database.close());

  const runThen = (last: () => void) =>
    database.database.changeAll(operatorActor, async (all) => {
      await run(all.of(shop.store), shop, all);
      last();
    });

  it('keeps nothing when its last line throws', async () => {
    const before = await rowsOf(database);
    const failing = runThen(() => {
      throw new Error('the last line');
    });
    await expect(failing).rejects.toThrow('the last line');
    expect(await rowsOf(database)).toEqual(before);
  });

  it('changes rows, with its entry in the audit log if it has one', async () => {
    const before = await rowsOf(database);
    await runThen(() => undefined);
    expect(await rowsOf(database)).not.toEqual(before);
    const entries = await database.db('audit_log').orderBy('sequence');
    const added = entries.slice(before.get('audit_log')?.length ?? 0);
    const expected = typeof entry === 'string' ? [{ action: entry, actor: operatorActor.name }] : [];
    expect(added).toMatchObject(expected);
  });
});
