import type { ChatEvent } from '../../../generated/events.ts';
import { readEvents } from '../../../generated/read-events.ts';
import { addKeyInput, apiKey } from './api-key.ts';
import { ResponseView } from './response-view.ts';

/** Makes the forms work that send an operation's example to the service that serves this page. */
export function addTryIt(): void {
  // A page opened from a folder has no service.
  if (!location.protocol.startsWith('http')) return;
  for (const form of document.querySelectorAll<HTMLFormElement>('form.try')) addForm(form);
}

function addForm(form: HTMLFormElement): void {
  const [input, note] = [
    form.querySelector<HTMLInputElement>('.key input'),
    form.querySelector<HTMLElement>('.key-set'),
  ];
  const box = form.querySelector<HTMLElement>('.response');
  const stop = form.querySelector<HTMLButtonElement>('.stop');
  if (input === null || note === null || box === null || stop === null) return;
  addKeyInput(input, note);
  const view = new ResponseView(box);
  let sending: AbortController | undefined;
  stop.addEventListener('click', () => sending?.abort());
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    sending?.abort();
    sending = new AbortController();
    const { signal } = sending;
    stop.hidden = false;
    void send(form, view, signal).finally(() => {
      if (sending?.signal === signal) stop.hidden = true;
    });
  });
  form.hidden = false;
}

/** Sends the request of a form, and shows the response as it arrives. */
async function send(form: HTMLFormElement, view: ResponseView, signal: AbortSignal): Promise<void> {
  const missing = findMissing(form);
  if (missing !== undefined) return view.fail(missing);
  view.begin();
  try {
    const response = await fetch(addressOf(form), requestOf(form, signal));
    view.showHead(response);
    if (isStream(response) && response.body !== null) {
      for await (const event of readEvents<ChatEvent>(response.body)) view.addEvent(event);
      return view.end();
    }
    const text = await response.text();
    view.showBody(text);
    if (response.ok) fillPlaceholders(form.dataset['operation'] ?? '', text);
  } catch (error) {
    if (signal.aborted) view.fail('Stopped.');
    else view.fail(`The request failed: ${error instanceof Error ? error.message : String(error)}`);
  }
}

function isStream(response: Response): boolean {
  return response.headers.get('content-type')?.startsWith('text/event-stream') === true;
}

function findMissing(form: HTMLFormElement): string | undefined {
  if (apiKey.get() === undefined) return 'Paste an API key first.';
  const texts = [...form.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('[name]')];
  const placeholder = texts
    .map(({ value }) => /<[A-Z_]+>/.exec(value)?.[0])
    .find((found) => found !== undefined);
  if (placeholder === undefined) return undefined;
  if (placeholder === '<AGENT_ID>')
    return 'Replace <AGENT_ID>: list the agents, or create one, and it is filled in.';
  return `Replace ${placeholder}: the dashboard and data/connection.json have it.`;
}

function addressOf(form: HTMLFormElement): URL {
  const url = new URL(form.dataset['path'] ?? '', location.origin);
  for (const input of form.querySelectorAll<HTMLInputElement>('[data-query]'))
    if (input.value !== '') url.searchParams.set(input.name, input.value);
  return url;
}

function requestOf(form: HTMLFormElement, signal: AbortSignal): RequestInit {
  const body = form.querySelector<HTMLTextAreaElement>('textarea')?.value;
  return {
    method: form.dataset['method'] ?? 'GET',
    headers: {
      Authorization: `Bearer ${apiKey.get()}`,
      ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body }),
    signal,
    cache: 'no-store',
    credentials: 'omit',
    referrerPolicy: 'no-referrer',
  };
}

/** An agent that was listed or created replaces `<AGENT_ID>` in every form. */
function fillPlaceholders(operation: string, text: string): void {
  const body = JSON.parse(text) as {
    readonly id?: string;
    readonly agents?: readonly { readonly id: string }[];
  };
  const id = operation === 'createAgent' ? body.id : body.agents?.[0]?.id;
  if (id === undefined) return;
  for (const field of document.querySelectorAll<HTMLTextAreaElement>('form.try [name]'))
    field.value = field.value.replaceAll('<AGENT_ID>', id);
}
