import type { Theme } from './types.ts';

/** Red, green and blue, 0 to 255. */
type Rgb = readonly [number, number, number];

const black: Rgb = [0, 0, 0];
const white: Rgb = [255, 255, 255];
/** WCAG 2.2 AA for text, success criterion 1.4.3. */
const minContrast = 4.5;

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

/** Parses `#rgb` and `#rrggbb`, ignoring an alpha part; undefined for anything else. */
export function parseColor(text: string): Rgb | undefined {
  const digits = /^#([0-9a-f]{3,8})$/i.exec(text.trim())?.[1];
  if (digits === undefined || digits.length === 5 || digits.length === 7) return undefined;
  const short = digits.length < 6;
  const part = (index: number): number =>
    short
      ? parseInt(digits.charAt(index).repeat(2), 16)
      : parseInt(digits.slice(index * 2, index * 2 + 2), 16);
  return [part(0), part(1), part(2)];
}

/** The WCAG contrast of two colours, 1 to 21. */
export function contrast(one: Rgb, other: Rgb): number {
  const light = Math.max(luminance(one), luminance(other));
  const dark = Math.min(luminance(one), luminance(other));
  return (light + 0.05) / (dark + 0.05);
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

function luminance(color: Rgb): number {
  const [red, green, blue] = color.map((channel) => {
    const share = channel / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
