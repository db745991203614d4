import type { ChatEvent } from '../../generated/events.ts';
import { isObject } from '../support/json.ts';

/** An event as a visitor sees it: tools without their input, and of their output only product cards. */
export function redactForVisitor(event: ChatEvent, imageHosts: readonly string[]): ChatEvent {
  switch (event.type) {
    case 'tool_use':
      return { type: 'tool_use', tool: event.tool, input: {} };
    case 'tool_result':
      return {
        type: 'tool_result',
        tool: event.tool,
        output: visibleOutput(event.tool, event.output, imageHosts),
      };
    case 'text':
    case 'end':
    case 'error':
      return event;
    default:
      return event satisfies never;
  }
}

interface ToolCall {
  readonly tool: string;
  readonly input: Record<string, unknown>;
  readonly output: Record<string, unknown>;
}

/** The same for a call of a collected reply. */
export function redactCall({ tool, output }: ToolCall, imageHosts: readonly string[]): ToolCall {
  return { tool, input: {}, output: visibleOutput(tool, output, imageHosts) };
}

// Only results of the catalogue's own tools are for shoppers.
const catalogueTool = /(?:^|_)(?:search_catalog|lookup_catalog|get_product)$/;

function visibleOutput(
  tool: string,
  output: Readonly<Record<string, unknown>>,
  imageHosts: readonly string[],
): Record<string, unknown> {
  if (!catalogueTool.test(tool)) return {};
  const { products, product } = output;
  const found = Array.isArray(products) ? products : product === undefined ? [] : [product];
  return { products: found.filter(isObject).map((one) => card(one, imageHosts)) };
}

function card(product: Readonly<Record<string, unknown>>, imageHosts: readonly string[]): object {
  const { id, title, available, url, image_url: image } = product;
  return {
    id,
    title,
    price: product['price'] ?? (isObject(product['price_range']) ? product['price_range']['min'] : undefined),
    available,
    url,
    ...(isAllowedImage(image, imageHosts) ? { image_url: image } : {}),
  };
}

function isAllowedImage(address: unknown, hosts: readonly string[]): boolean {
  if (typeof address !== 'string') return false;
  const url = URL.parse(address);
  return url?.protocol === 'https:' && hosts.includes(url.host);
}
