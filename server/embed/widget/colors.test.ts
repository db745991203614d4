import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { contrast, parseColor } from '../../support/colors.ts';
import { textColorOn, themeColors } from './browser/colors.ts';

const channel = fc.nat({ max: 255 });
const color = fc.tuple(channel, channel, channel);

describe('colours', () => {
  it.each([
    ['#fff', [255, 255, 255]],
    ['#1F6feb', [31, 111, 235]],
    ['#1f6feb80', [31, 111, 235]],
    [' #000 ', [0, 0, 0]],
  ])('%s is parsed', (text, rgb) => {
    expect(parseColor(text)).toEqual(rgb);
  });

  it.each(['', 'red', '#12', '#12345', '#1234567', '#ggg', 'url(x)', '#fff;color:red'])(
    '%j is not a colour',
    (text) => {
      expect(parseColor(text)).toBeUndefined();
    },
  );

  it('have the contrast of WCAG', () => {
    expect(contrast([0, 0, 0], [255, 255, 255])).toBe(21);
    expect(contrast([118, 118, 118], [255, 255, 255])).toBeCloseTo(4.54, 2);
  });

  it('of text are readable on any background, and unchanged when the contrast suffices', () => {
    fc.assert(
      fc.property(color, color, (background, wanted) => {
        const chosen = textColorOn(background, wanted);
        expect(contrast(background, chosen)).toBeGreaterThanOrEqual(4.5);
        if (contrast(background, wanted) >= 4.5) expect(chosen).toEqual(wanted);
      }),
    );
  });

  it('of a theme become valid CSS for any input', () => {
    fc.assert(
      fc.property(
        fc.array(fc.string(), { minLength: 5, maxLength: 5 }),
        ([a = '', b = '', c = '', d = '', e = '']) => {
          const theme = {
            primary_color: a,
            background_color: b,
            text_color: c,
            user_message_color: d,
            bot_message_color: e,
          };
          for (const value of Object.values(themeColors(theme)))
            expect(value).toMatch(/^(?:rgb\(\d+ \d+ \d+\)|light|dark)$/);
        },
      ),
    );
  });
});
