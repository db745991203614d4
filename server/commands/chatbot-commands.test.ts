import { describe, expect, it } from 'vitest';
import { ServiceError } from '../errors.ts';
import { chatbotChange } from '../services/chatbots.ts';
import { parseInput } from '../services/parse-input.ts';
import { chatbotChangeOf, namingOptions } from './chatbot-commands.ts';

describe('an error in the settings of a chatbot', () => {
  it.each<[Parameters<typeof chatbotChangeOf>[0], string]>([
    [
      { origin: ['https://shop.example', 'shop.example'] },
      '--origin must be an origin such as https://shop.example',
    ],
    [{ imageHost: ['https://cdn.example'] }, '--image-host must be a host'],
    [{ linkHost: ['shop.example', 'https://shop.example'] }, '--link-host must be a host'],
    [{ name: '' }, '--name must not be empty'],
    [{ title: '' }, '--title must not be empty'],
    [{ subtitle: '' }, '--subtitle must not be empty'],
    [{ avatar: 'http://shop.example/a.png' }, '--avatar must be a URL such as https://shop.example/logo.png'],
    [{ welcome: '' }, '--welcome must not be empty'],
    [{ prompt: ['Lamps', ''] }, '--prompt must not be empty'],
    [{ theme: { primary_color: 'blue' } }, '--theme primary_color must be a colour such as #1f6feb'],
    [{ theme: { shade: '#fff' } }, 'unknown field --theme shade'],
  ])('names the option: %j', async (options, message) => {
    const rejected = (async () => parseInput(chatbotChange, chatbotChangeOf(options)))();
    await expect(namingOptions(rejected)).rejects.toMatchObject({
      message: expect.stringContaining(message),
    });
  });

  it('keeps what is switched off: it is no empty list', () => {
    expect(chatbotChangeOf({ aiNotice: false, linkHost: false })).toEqual({
      config: { ai_notice: false },
      link_hosts: [],
    });
  });

  it('is unchanged when it is not about an option', async () => {
    const missing = new ServiceError('not_found', 'agent not found: agt_1');
    await expect(namingOptions(Promise.reject(missing))).rejects.toBe(missing);
  });
});
