import { describe, expect, it } from 'vitest';
import { isWidgetConfig } from './browser/is-widget-config.ts';
import { changedConfig } from './testing/changed-config.ts';

describe('isWidgetConfig', () => {
  it.each(['rounded', 'square', 'pill'])('accepts the bubble style %s and an optional subtitle', (style) => {
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
  ])('rejects a configuration with %j', (change) => {
    expect(isWidgetConfig(changedConfig(change))).toBe(false);
  });

  it.each([null, undefined, '', 'text', [], {}, { config: null }])('rejects %j', (value) => {
    expect(isWidgetConfig(value)).toBe(false);
  });
});
