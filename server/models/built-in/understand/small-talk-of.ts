import type { SmallTalk } from '../intent.ts';

const polite = String.raw`(?: (?:please|pls|thanks|thank you|there|everyone|all|then|again|so much|very much|a lot|that's all|for your help|for the help|that would be (?:great|nice|good)|do|it|that|yes|you|me))*`;

function whole(words: string): RegExp {
  return new RegExp(
    `^(?:(?:oh|well|ok|okay|great|perfect|cool|nice|awesome|no|and) )*?(?:${words})${polite}$`,
  );
}

// A message is small talk only as a whole: "hi, any boots?" is about boots.
const kinds: readonly (readonly [SmallTalk, RegExp])[] = [
  [
    'no',
    whole(
      "no|nope|nah|not now|not really|never mind|nevermind|nothing|nothing else|that's (?:all|it)|i'm good|no need|stop",
    ),
  ],
  [
    'thanks',
    whole(
      "thanks|thank you|thx|ty|cheers|much appreciated|you're (?:great|the best)|that's (?:great|perfect|helpful)",
    ),
  ],
  [
    'bye',
    whole(
      'bye|goodbye|bye bye|see you|see ya|good night|cya|farewell|have a (?:nice|good|great) (?:day|evening|one)|take care',
    ),
  ],
  [
    'greet',
    whole(
      "hi|hello|hey|hiya|howdy|greetings|good (?:morning|afternoon|evening|day)|yo|hello world|how are you(?: doing)?|how's it going|hi how are you|what's up|sup",
    ),
  ],
  [
    'identity',
    whole(
      "(?:who|what) are you|are you (?:a |an )?(?:bot|robot|ai|human|person|real|real person|machine|chatbot)|what(?:'s| is) your name|which model are you|what model are you|am i talking to (?:a |an )?(?:bot|robot|human|person|ai)",
    ),
  ],
  [
    'help',
    whole(
      'help|help me|i need help|can you help(?: me)?|what can (?:you|i) (?:do|help with|ask)(?: you)?(?: for me)?|how (?:does this|do you) work|what do you do|what can you help(?: me)? with|how can you help',
    ),
  ],
  [
    'yes',
    whole(
      'yes|yeah|yep|yup|sure|ok|okay|please do|go ahead|of course|why not|absolutely|definitely|sounds good|do it|yes sure|please|alright|fine',
    ),
  ],
  [
    'more',
    whole(
      '(?:can you |could you |please )?(?:show|see|give|list|view)?(?: me)?(?: some| any)? ?(?:more|others?|next|next page|the next ones?|the rest|the others)(?: (?:products?|options?|results?|items?|ones|of them|of these|choices))?|what else(?: do you have| is there| have you got)?|any(?:thing)? (?:else|others?|more)|(?:do you have|got|are there|have you got) (?:any |some )?(?:more|others?|anything else)(?: (?:options?|ones|products?|items?))?|keep going|continue',
    ),
  ],
];

/** Greetings, thanks, yes and no, "show me more": messages (normal text) that are that and nothing else. */
export function smallTalkOf(text: string): SmallTalk | undefined {
  const plain = text
    .replace(/[^\p{L}\p{N}' ]+/gu, ' ')
    .replace(/ +/g, ' ')
    .trim();
  return kinds.find(([, pattern]) => pattern.test(plain))?.[0];
}
