const listeners: (() => void)[] = [];
let key: string | undefined;

/**
 * The key that the reader has entered: in a variable of this page only, and gone when the page is left (source 5.9). No
 * element, storage or address has it.
 */
export const apiKey = {
  get: (): string | undefined => key,
  set(value: string | undefined): void {
    key = value;
    for (const listener of listeners) listener();
  },
  onChange(listener: () => void): void {
    listeners.push(listener);
  },
};

/** Takes the key out of an input as soon as it is pasted or typed, and shows `note` in place of it. */
export function addKeyInput(input: HTMLInputElement, note: HTMLElement): void {
  const take = (text: string): void => {
    input.value = '';
    if (text.trim() !== '') apiKey.set(text.trim());
  };
  input.addEventListener('paste', (event) => {
    event.preventDefault();
    take(event.clipboardData?.getData('text/plain') ?? '');
  });
  input.addEventListener('change', () => take(input.value));
  note.querySelector('button')?.addEventListener('click', () => apiKey.set(undefined));
  apiKey.onChange(() => {
    const box = input.closest('label');
    if (box !== null) box.hidden = key !== undefined;
    note.hidden = key === undefined;
  });
}

// A page that the browser keeps for the Back button would keep the variable, too.
addEventListener('pagehide', () => apiKey.set(undefined));
