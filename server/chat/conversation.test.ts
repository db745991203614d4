import { describe, expect, it } from 'vitest';
import { createScriptedChat } from '../testing/scripted-chat.ts';
import { finishes, says } from '../testing/scripted-model.ts';
import { requestTo } from '../testing/test-chat.ts';
import { startReply } from './reply.ts';

describe('a conversation', () => {
  it('processes one message at a time: the second waits for the first', async () => {
    const { chat, ask } = await createScriptedChat([[...says('Yes.'), finishes()]]);
    const { conversationId } = await ask('one');
    await Promise.all([ask('two', conversationId), ask('three', conversationId)]);
    const roles = (await chat.messages(conversationId)).map((message) => message.role);
    expect(roles).toEqual(['user', 'assistant', 'user', 'assistant', 'user', 'assistant']);
  });

  it('rejects the second message with 409 when the first takes too long, or its client leaves', async () => {
    const { chat, ask, scripted } = await createScriptedChat(
      [
        [...says('Yes.'), finishes()],
        [...says('Half'), 'hang'],
      ],
      { limits: { conversationWaitMs: 30 } },
    );
    const { conversationId } = await ask('one');
    const client = new AbortController();
    const hanging = ask('two', conversationId, client);
    while (scripted.calls.length < 2) await new Promise(setImmediate);
    await expect(ask('three', conversationId)).rejects.toMatchObject({ code: 'conflict' });
    const gone = new AbortController();
    gone.abort();
    await expect(ask('four', conversationId, gone)).rejects.toMatchObject({ code: 'conflict' });
    client.abort();
    await hanging;
    expect(await chat.messages(conversationId)).toHaveLength(4);
  });

  it('is not found, with one message, when it is unknown or belongs to another agent', async () => {
    const { ask } = await createScriptedChat([[...says('Yes.'), finishes()]]);
    await expect(ask('x', 'cnv_unknown')).rejects.toMatchObject({
      code: 'not_found',
      message: 'conversation not found',
    });
  });
});

describe('a stop of the service', () => {
  it('rejects a message that still waits for its conversation', async () => {
    const { chat, ask, scripted } = await createScriptedChat([[...says('Half'), 'hang']]);
    const first = ask('x');
    while (scripted.calls.length === 0) await new Promise(setImmediate);
    const [{ id: conversationId } = { id: '' }] = await chat.database.db('conversations').select('id');
    const request = requestTo(chat.agent, 'y', conversationId);
    const waiting = startReply(chat.runtime, request, new AbortController().signal);
    const [outcome] = await Promise.allSettled([waiting, chat.runtime.active.drain(50)]);
    expect(outcome).toMatchObject({ status: 'rejected', reason: { code: 'unavailable' } });
    await first;
  });

  it('lets replies finish, ends the others with an error event, and rejects new ones', async () => {
    const { chat, ask, scripted } = await createScriptedChat([[...says('Half'), 'hang']]);
    const asked = ask('x');
    while (scripted.calls.length === 0) await new Promise(setImmediate);
    await chat.runtime.active.drain(50);
    expect((await asked).events.at(-1)).toMatchObject({ type: 'error', status: 503 });
    await expect(ask('y')).rejects.toMatchObject({ code: 'unavailable' });
  });
});
