/** Red, green and blue, 0 to 255. */
type Rgb = readonly [number, number, number];

/** WCAG 2.2 AA for text, success criterion 1.4.3. */
const minContrast = 4.5;

/** The WCAG contrast of two colours such as `#1f6feb`, 1 to 21; undefined unless both are colours. */
export function contrast(one: string, other: string): number | undefined {
  const [first, second] = [parseColor(one), parseColor(other)];
  if (first === undefined || second === undefined) return undefined;
  const [light, dark] = [luminance(first), luminance(second)].toSorted((a, b) => b - a) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

/** `#rgb`, `#rrggbb`, and the same with an alpha part, which is ignored. */
function parseColor(text: string): Rgb | undefined {
  if (!/^#(?:[0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})$/i.test(text)) return undefined;
  const isShort = text.length < 6;
  const channel = (index: number): number =>
    parseInt(isShort ? text.charAt(index + 1).repeat(2) : text.slice(2 * index + 1, 2 * index + 3), 16);
  return [channel(0), channel(1), channel(2)];
}

function luminance(color: Rgb): number {
  const [red, green, blue] = color.map((channel) => {
    const share = channel / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

interface Theme {
  readonly primary_color: string;
  readonly background_color: string;
  readonly text_color: string;
  readonly user_message_color: string;
  readonly bot_message_color: string;
}

/** What of a theme is hard to read; the widget writes black or white there (WCAG 2.2, 1.4.3). */
export function contrastWarnings(theme: Theme): string[] {
  // As on the primary colour, which is below.
  const isPrimary = theme.user_message_color === theme.primary_color;
  const userText = isPrimary ? '#ffffff' : theme.text_color;
  const pairs: readonly (readonly [what: string, text: string, surface: string])[] = [
    ['The text on the background', theme.text_color, theme.background_color],
    ["The text on the shopper's messages", userText, theme.user_message_color],
    ["The text on the agent's messages", theme.text_color, theme.bot_message_color],
    ['White on the primary colour', '#ffffff', theme.primary_color],
    ['The primary colour on the background', theme.primary_color, theme.background_color],
  ];
  return pairs.flatMap(([what, text, surface]) => {
    const ratio = contrast(text, surface);
    if (ratio === undefined || ratio >= minContrast) return [];
    // Rounded down: 4.48 is not 4.5.
    return [`${what} has a contrast of ${(Math.floor(ratio * 10) / 10).toFixed(1)} : 1.`];
  });
}
