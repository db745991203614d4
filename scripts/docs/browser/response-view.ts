/** What the service has sent: status, headers, and the body or the events as they arrive. Text never becomes markup. */
export class ResponseView {
  readonly #box: HTMLElement;
  readonly #status: HTMLOutputElement;
  #startedAt = 0;
  #events = 0;
  #reply: HTMLElement | undefined;
  #list: HTMLElement | undefined;

  constructor(box: HTMLElement) {
    this.#box = box;
    this.#status = document.createElement('output');
    box.append(this.#status);
  }

  begin(): void {
    this.#reset('Sending …');
    this.#startedAt = performance.now();
  }

  /** Shows why there is no response, or no more of it. */
  fail(reason: string): void {
    if (this.#startedAt === 0) this.#reset(reason);
    else this.#box.append(make('p', 'failure', reason));
    this.#startedAt = 0;
  }

  showHead(response: Response): void {
    this.#status.textContent = `${response.status} ${response.statusText} after ${this.#elapsed()}`;
    this.#status.className = `status s${Math.floor(response.status / 100)}`;
    const headers = [...response.headers].map(([name, value]) => `${name}: ${value}\n`).join('');
    const folded = make('details', '', '');
    folded.append(make('summary', '', 'Headers'), block('Response headers', headers));
    this.#box.append(folded);
  }

  showBody(text: string): void {
    this.#startedAt = 0;
    if (text !== '') this.#box.append(block('Response body', pretty(text)));
  }

  addEvent(event: { readonly type: string; readonly content?: unknown }): void {
    this.#events += 1;
    if (this.#list === undefined) {
      this.#reply = make('p', 'reply', '');
      this.#list = make('ol', 'events', '');
      this.#list.tabIndex = 0;
      this.#box.append(make('h4', '', 'Reply'), this.#reply, make('h4', '', 'Events'), this.#list);
    }
    if (event.type === 'text') this.#reply?.append(String(event.content));
    const item = make('li', '', '');
    item.append(
      make('span', 'type', event.type),
      ` ${this.#elapsed()} `,
      make('code', '', JSON.stringify(event)),
    );
    this.#list.append(item);
  }

  end(): void {
    this.#status.textContent += `, ${this.#events} events in ${this.#elapsed()}`;
    this.#startedAt = 0;
  }

  #reset(text: string): void {
    this.#box.hidden = false;
    this.#box.replaceChildren(this.#status);
    this.#status.className = '';
    this.#status.textContent = text;
    this.#events = 0;
    this.#list = undefined;
  }

  #elapsed(): string {
    return `${Math.round(performance.now() - this.#startedAt)} ms`;
  }
}

function pretty(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), undefined, 2);
  } catch {
    return text;
  }
}

function block(label: string, text: string): HTMLElement {
  const made = make('pre', '', text);
  made.tabIndex = 0;
  made.setAttribute('aria-label', label);
  // A label needs a role that may have a name.
  made.setAttribute('role', 'region');
  return made;
}

function make(tag: string, className: string, text: string): HTMLElement {
  const made = document.createElement(tag);
  if (className !== '') made.className = className;
  made.append(text);
  return made;
}
