import { cssColor, isDark, parseColor, readableOn } from './color.ts';
import type { Theme } from './types.ts';

/** The custom properties of a theme: each surface with a text colour that can be read on it. */
export function themeColors(theme: Theme): Record<string, string> {
  const background = parseColor(theme.background_color) ?? [255, 255, 255];
  const wanted = parseColor(theme.text_color) ?? [31, 35, 40];
  const surfaces = {
    primary: parseColor(theme.primary_color) ?? [31, 111, 235],
    background,
    user: parseColor(theme.user_message_color) ?? background,
    bot: parseColor(theme.bot_message_color) ?? background,
  } as const;
  const colors: Record<string, string> = {};
  for (const [name, color] of Object.entries(surfaces)) {
    colors[`--${name}`] = cssColor(color);
    // White on the primary colour is what a brand expects; elsewhere the theme's own text colour.
    colors[`--on-${name}`] = cssColor(readableOn(color, name === 'primary' ? [255, 255, 255] : wanted));
  }
  // Scroll bars and what else the browser draws itself.
  colors['--scheme'] = isDark(background) ? 'dark' : 'light';
  // The primary colour used as text or outline on the background (links, borders, focus).
  colors['--accent'] = cssColor(readableOn(background, surfaces.primary));
  return colors;
}
