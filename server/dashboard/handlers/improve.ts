import {
  improveQuestion,
  listOpenQuestions,
  listUnknownWords,
  type OpenQuestion,
  wordsOfQuestion,
} from '../../services/questions.ts';
import { admitTestMessage } from '../../services/rate-limit.ts';
import { changeBy, type HandlersOf, type Schemas } from '../handler.ts';

const maxListed = 100;
const maxLatest = 3;

/** What shoppers ask in vain, and what the shop does about it (decision 0066). */
export const improveHandlers: HandlersOf<'improve'> = {
  async listQuestions({ database, clock }, { store }) {
    const reader = database.reader(store.id);
    const open = await listOpenQuestions(reader, clock.now());
    const asked = open.reduce((sum, question) => sum + question.asked.length, 0);
    const listed = open.slice(0, maxListed);
    const replyIds = listed.flatMap(({ asked: [latest] }) => latest?.reply_id ?? []);
    const unknown = await listUnknownWords(reader, replyIds);
    const questions = listed.flatMap((question) => questionView(question, unknown));
    return { status: 200, body: { questions, total: open.length, asked } };
  },

  async improveQuestion(deps, call) {
    await admitTestMessage(deps.rateLimiter, call.signedIn.user.id);
    const reply = await improveQuestion(deps, changeBy(call), call.path.message_id, call.body);
    return { status: 200, body: { reply } };
  },
};

function questionView(
  { asked, improvement }: OpenQuestion,
  unknown: ReadonlyMap<string, string>,
): Schemas['OpenQuestion'][] {
  const [latest] = asked;
  if (latest === undefined) return [];
  return [
    {
      message_id: latest.message_id,
      asked: asked.length,
      latest: asked
        .slice(0, maxLatest)
        .map(({ question, conversation_id, at }) => ({ question, conversation_id, at })),
      words: asked.some(({ result }) => result === 'nothing_found') ? wordsOfQuestion(latest.question) : '',
      unknown_words: unknown.get(latest.reply_id) ?? '',
      reply: latest.reply,
      improvement: improvement && { action: improvement.action, at: improvement.improved_at },
    },
  ];
}
