import { z } from 'zod';
import { text } from './parse-input.ts';

const color = z
  .string()
  .regex(/^#(?:[0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})$/i, 'must be a colour such as #1f6feb');

const theme = z.strictObject({
  primary_color: color,
  background_color: color,
  text_color: color,
  user_message_color: color,
  bot_message_color: color,
});

const settings = z.strictObject({
  welcome_message: text(1_000),
  suggested_prompts: z.array(text(200)).max(10, 'must be at most 10').readonly(),
  theme,
  bubble_style: z.enum(['rounded', 'square', 'pill'], 'must be rounded, square or pill'),
  position: z.enum(['bottom-right', 'bottom-left'], 'must be bottom-right or bottom-left'),
  title: text(100),
  subtitle: text(200).exactOptional(),
});

const origin = z.string().refine(isOrigin, 'must be an origin such as https://shop.example, without a path');

const host = z.string().refine(isHost, 'must be a host such as cdn.shop.example');

/** All that an operator decides about a chatbot (source 2.3). */
export const chatbotInput = z.object({
  agentId: z.string(),
  name: text(200),
  config: settings,
  allowedOrigins: z.array(origin).max(50, 'must be at most 50').readonly(),
  imageHosts: z.array(host).max(50, 'must be at most 50').readonly(),
});

/** The same with any part left out. */
export const chatbotChange = chatbotInput
  .partial()
  .extend({ config: settings.partial().extend({ theme: theme.partial().optional() }).optional() });

export type ChatbotChange = z.output<typeof chatbotChange>;

/** Exactly what a browser sends as Origin: over HTTPS, or plain HTTP from this machine (for trying a page out). */
export function isOrigin(value: string): boolean {
  const url = URL.parse(value);
  if (url === null || url.origin !== value) return false;
  return url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url.hostname));
}

/** A host as an https address has it, with a port where it is not the usual one. */
export function isHost(value: string): boolean {
  return URL.parse(`https://${value}`)?.host === value;
}

function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '127.0.0.1' || hostname === '[::1]';
}
