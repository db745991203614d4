import type { Check, CheckContext } from '../../check.ts';
import { describeAnswer } from '../../client/describe-answer.ts';
import { judgeScript } from './judge-script.ts';

const path = '/embed/chatbot.js';

async function run({ client, target, breach }: CheckContext): Promise<void> {
  const exchange = await client.send({
    method: 'GET',
    path: '/embed/chatbot.js',
    credential: { type: 'none' },
  });
  if (exchange.status !== 200) {
    // What is there for those who have a key cannot be loaded by a page.
    const keyed = await client.send({ method: 'GET', path });
    const requirement = keyed.status === 200 ? 'R-4.5-05' : 'R-4.5-01';
    breach({ requirement, expected: 'status 200 without a key', actual: describeAnswer(exchange) }, exchange);
    return;
  }
  const keys = Object.values(target.stores).map((store) => store.key);
  const found = judgeScript(exchange.text, exchange.headers['content-type'] ?? '', keys);
  for (const one of found) breach(one, exchange);
}

/** Source 4.5 and 5.9. */
export const embedScript: Check = {
  id: 'embed/script',
  title:
    'The embed script is served without a key: JavaScript that parses, names data-chatbot-id, and holds no key',
  requirements: ['R-4.5-01', 'R-4.5-05', 'R-4.5-02', 'R-5-10'],
  level: 'stated',
  profile: 'core',
  lane: 'main',
  cost: { requests: 2, messages: 0, agents: 0 },
  writes: false,
  run,
};
