import { describe, expect, it } from 'vitest';
import { isWidgetConfig } from './browser/is-widget-config.ts';
import { changedConfig } from './testing/changed-config.ts';

describe('a configuration that can be drawn', () => {
  it.each(['rounded', 'square', 'pill'])('has the bubble style %s and an optional subtitle', (style) => {
    expect(isWidgetConfig(changedConfig({ bubble_style: style }))).toBe(true);
    expect(isWidgetConfig(changedConfig({ bubble_style: style, subtitle: 'Hi' }))).toBe(true);
  });

  it.each([
    { position: 'top' },
    { bubble_style: 'star' },
    { theme: {} },
    { theme: null },
    { suggested_prompts: 'one' },
    { suggested_prompts: [1] },
    { title: undefined },
    { subtitle: 5 },
    { welcome_message: null },
  ])('is not one with %j', (change) => {
    expect(isWidgetConfig(changedConfig(change))).toBe(false);
  });

  it.each([null, undefined, '', 'text', [], {}, { config: null }])('is not %j', (value) => {
    expect(isWidgetConfig(value)).toBe(false);
  });
});
