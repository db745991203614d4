/** Text that every database accepts: without NUL, and with U+FFFD for half of a surrogate pair. */
export function plainText(text: string): string {
  return text.replaceAll('\0', '').toWellFormed();
}

/** The first `maxCharacters` code points of a text. */
export function truncate(text: string, maxCharacters: number): string {
  return Array.from(text.slice(0, 2 * maxCharacters))
    .slice(0, maxCharacters)
    .join('');
}

const greetings = new Set(
  (
    'hi hello hey hiya howdy yo there good morning afternoon evening day greetings ' +
    'hallo guten morgen tag abend moin servus grüezi grüß gott ' +
    'bonjour bonsoir salut coucou hola buenas buenos días dias tardes noches ciao salve buongiorno buonasera ' +
    'olá ola oi bom boa dia tarde noite hej hei hoi dag goedemorgen goedemiddag cześć merhaba selam'
  ).split(' '),
);

const maxGreetingWords = 3;

/**
 * Whether a message is only a greeting: at most three words, all of a short list in European languages. A reply to one
 * that called no tool is not an answer (decision 0042).
 */
export function isGreeting(message: string): boolean {
  const words = message.toLowerCase().match(/\p{L}+/gu) ?? [];
  return words.length <= maxGreetingWords && words.every((word) => greetings.has(word));
}
