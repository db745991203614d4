type Attributes = Readonly<Record<string, string | boolean | undefined>>;

/** Creates an element with attributes and children; strings become text nodes, never markup. */
export function element<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Attributes = {},
  ...children: readonly (Node | string)[]
): HTMLElementTagNameMap[Tag] {
  const built = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === false) continue;
    built.setAttribute(name, value === true ? '' : value);
  }
  built.append(...children);
  return built;
}

/** Creates an icon of one path in the current text colour, hidden from assistive technology. */
export function icon(path: string): SVGSVGElement {
  const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  const shape = document.createElementNS('http://www.w3.org/2000/svg', 'path');
  svg.setAttribute('viewBox', '0 0 24 24');
  svg.setAttribute('aria-hidden', 'true');
  shape.setAttribute('d', path);
  svg.append(shape);
  return svg;
}

export const paths = {
  chat: 'M4 4h16a2 2 0 0 1 2 2v9a2 2 0 0 1-2 2H9l-5 4v-4a2 2 0 0 1-2-2V6a2 2 0 0 1 2-2z',
  close: 'M5 6.4 6.4 5 12 10.6 17.6 5 19 6.4 13.4 12 19 17.6 17.6 19 12 13.4 6.4 19 5 17.6 10.6 12z',
  send: 'M3 20v-6l8-2-8-2V4l19 8z',
  stop: 'M6 6h12v12H6z',
  thumb: 'M2 10h4v11H2zM8 10l4-8a3 3 0 0 1 3 3v4h5a2 2 0 0 1 2 2l-2 8a2 2 0 0 1-2 2H8z',
  compose: 'M4 4h9v2H6v12h12v-7h2v9H4zM19 2l3 3-9 9-4 1 1-4z',
} as const;
