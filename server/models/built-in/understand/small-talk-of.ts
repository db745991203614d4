import type { SmallTalk } from '../intent.ts';

const polite =
  '(?: (?:please|pls|thanks|thank you|there|everyone|all|then|again|so much|very much|a lot|' +
  "that's all|for your help|for the help|that would be (?:great|nice|good)|do|it|that|yes|you|me))*";
const opening = '(?:(?:oh|well|ok|okay|great|perfect|cool|nice|awesome|no|and) )*?';

function whole(...phrases: readonly string[]): RegExp {
  return new RegExp(`^${opening}(?:${phrases.join('|')})${polite}$`);
}

// Only a whole message is small talk: "hi, any boots?" is about boots. The first matching kind applies.
const kinds: readonly (readonly [SmallTalk, RegExp])[] = [
  [
    'no',
    whole(
      'no|nope|nah|not now|not really|never ?mind|nothing(?: else)?|no need|stop',
      "that's (?:all|it)|i'm good",
    ),
  ],
  [
    'thanks',
    whole(
      'thanks|thank you|thx|ty|cheers|much appreciated',
      "you're (?:great|the best)|that's (?:great|perfect|helpful)",
    ),
  ],
  [
    'bye',
    whole(
      'bye|goodbye|bye bye|see you|see ya|good night|cya|farewell|take care',
      'have a (?:nice|good|great) (?:day|evening|one)',
    ),
  ],
  [
    'greet',
    whole(
      'hi|hello|hey|hiya|howdy|greetings|yo|sup|hello world',
      'good (?:morning|afternoon|evening|day)',
      "(?:hi )?how are you(?: doing)?|how's it going|what's up",
    ),
  ],
  [
    'identity',
    whole(
      '(?:who|what) are you|(?:which|what) model are you',
      "what(?:'s| is) your name",
      '(?:are you|am i talking to) (?:an? )?(?:real )?(?:bot|robot|ai|human|person|real|machine|chatbot)',
    ),
  ],
  [
    'help',
    whole(
      'help|help me|i need help|can you help(?: me)?|how can you help',
      'what can (?:you|i) (?:do|help with|ask)(?: you)?(?: for me)?|what can you help(?: me)? with',
      'how (?:does this|do you) work|what do you do',
    ),
  ],
  [
    'yes',
    whole(
      'yes|yeah|yep|yup|sure|yes sure|ok|okay|please|please do|go ahead|do it|of course|why not',
      'absolutely|definitely|sounds good|alright|fine',
    ),
  ],
  [
    'more',
    whole(
      '(?:(?:can|could) you |please )?(?:show|see|give|list|view)?(?: me)?(?: some| any)? ?' +
        '(?:more|others?|next|next page|the next ones?|the rest|the others)' +
        '(?: (?:products?|options?|results?|items?|ones|of them|of these|choices))?',
      'what else(?: do you have| is there| have you got)?|any(?:thing)? (?:else|others?|more)',
      '(?:do you have|got|are there|have you got) (?:any |some )?(?:more|others?|anything else)(?: (?:options?|ones|products?|items?))?',
      '(?:show me |do you have |got )?(?:something|anything) (?:else|different)',
      "i (?:do not|don't) like (?:any of )?(?:these|them|those)|none of (?:these|them|those)",
      'keep going|continue',
    ),
  ],
];

/** The kind of a normalized message that is only small talk: greetings, thanks, yes, no, "show me more". */
export function smallTalkOf(text: string): SmallTalk | undefined {
  const plain = text
    .replace(/[^\p{L}\p{N}' ]+/gu, ' ')
    .replace(/ +/g, ' ')
    .trim();
  return kinds.find(([, pattern]) => pattern.test(plain))?.[0];
}
