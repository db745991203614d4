import { contrast, minContrast, parseColor } from '../../support/colors.ts';

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
    const colors = [parseColor(text), parseColor(surface)] as const;
    const ratio = colors[0] && colors[1] && contrast(colors[0], colors[1]);
    if (ratio === undefined || ratio >= minContrast) return [];
    // Rounded down: 4.48 is not 4.5.
    return [`${what} has a contrast of ${(Math.floor(ratio * 10) / 10).toFixed(1)} : 1.`];
  });
}
