/** Red, green and blue, 0 to 255. */
export type Rgb = readonly [number, number, number];

/** WCAG 2.2 AA for text, success criterion 1.4.3. */
export const minContrast = 4.5;

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

function luminance(color: Rgb): number {
  const [red, green, blue] = color.map((channel) => {
    const share = channel / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
