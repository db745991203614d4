/** Untrusted text as one line without Markdown and direction marks, truncated to `maxLength` characters. */
export function plainText(text: string, maxLength = 120): string {
  const line = text
    .replace(/[\p{Cc}\p{Cf}\p{Cs}\s]+/gu, ' ')
    .replace(/[*`<>\\|]/g, '')
    .replaceAll('[', '(')
    .replaceAll(']', ')')
    .trim();
  const letters = [...line];
  return letters.length <= maxLength
    ? line
    : `${letters
        .slice(0, maxLength - 1)
        .join('')
        .trimEnd()}…`;
}

/** "S, M and L"; beyond `maxItems` it ends with the number of further items. */
export function listed(items: readonly string[], maxItems = 8): string {
  const plain = items.map((item) => plainText(item, 40)).filter((item) => item !== '');
  const rest = plain.length - maxItems;
  const shown = rest > 0 ? [...plain.slice(0, maxItems), `${rest} more`] : plain;
  return shown.length < 2 ? shown.join('') : `${shown.slice(0, -1).join(', ')} and ${shown.at(-1) ?? ''}`;
}

export function boldTitle({ title }: { readonly title: string }): string {
  return `**${plainText(title)}**`;
}
