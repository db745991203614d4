import { contrast, minContrast, parseColor, type Rgb } from '../../../support/colors.ts';
import type { Theme } from './types.ts';

const black: Rgb = [0, 0, 0];
const white: Rgb = [255, 255, 255];

/** The CSS custom properties of a theme: each surface with a readable text colour. Invalid colours get defaults. */
export function themeColors(theme: Theme): Record<string, string> {
  const background = parseColor(theme.background_color) ?? white;
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
    // Prefer white on the primary colour, and the theme's text colour elsewhere.
    const isPrimary = cssColor(color) === colors['--primary'];
    colors[`--on-${name}`] = cssColor(textColorOn(color, isPrimary ? white : wanted));
  }
  // For scroll bars and other parts that the browser draws.
  colors['--scheme'] = isDark(background) ? 'dark' : 'light';
  // The primary colour as text or outline on the background: links, borders, focus.
  colors['--accent'] = cssColor(textColorOn(background, surfaces.primary));
  return colors;
}

/**
 * The same theme for a dark device: dark surfaces, light text, the shop's primary colour. A theme that is dark already
 * stays as it is.
 */
export function darkTheme(theme: Theme): Theme {
  if (isDark(parseColor(theme.background_color) ?? white)) return theme;
  const dark = { background_color: '#17191c', text_color: '#eceef0', bot_message_color: '#2a2e33' };
  return { ...theme, ...dark, user_message_color: theme.primary_color };
}

/** Returns the wanted text colour if its contrast suffices, else black or white, whichever has more. */
export function textColorOn(background: Rgb, wanted: Rgb): Rgb {
  if (contrast(background, wanted) >= minContrast) return wanted;
  return isDark(background) ? white : black;
}

/** Whether white has more contrast with the colour than black. */
function isDark(color: Rgb): boolean {
  return contrast(color, white) > contrast(color, black);
}

function cssColor([red, green, blue]: Rgb): string {
  return `rgb(${red} ${green} ${blue})`;
}
