/** Text of others as one line that cannot pose as Markdown or reorder what is around it, cut at `longest` characters. */
export function plainText(text: string, longest = 120): string {
  const line = text
    .replace(/[\p{Cc}\p{Cf}\p{Cs}\s]+/gu, ' ')
    .replace(/[*`<>\\|]/g, '')
    .replaceAll('[', '(')
    .replaceAll(']', ')')
    .trim();
  const letters = [...line];
  return letters.length <= longest
    ? line
    : `${letters
        .slice(0, longest - 1)
        .join('')
        .trimEnd()}…`;
}

/** "S, M and L"; beyond `most` items it says how many more there are. */
export function listed(items: readonly string[], most = 8): string {
  const plain = items.map((item) => plainText(item, 40)).filter((item) => item !== '');
  const rest = plain.length - most;
  const shown = rest > 0 ? [...plain.slice(0, most), `${rest} more`] : plain;
  return shown.length < 2 ? shown.join('') : `${shown.slice(0, -1).join(', ')} and ${shown.at(-1) ?? ''}`;
}

export function boldTitle({ title }: { readonly title: string }): string {
  return `**${plainText(title)}**`;
}
