import { useEffect, useLayoutEffect, useState } from 'preact/hooks';

const shownMs = 4_000;
let show: (text: string) => void = () => undefined;

/** Shows a short message at the lower edge, which screen readers read out. */
export function announce(text: string): void {
  show(text);
}

/** For what follows an action: announces it, and makes the calls. */
export function announcing(text: string, ...calls: readonly (() => void)[]): () => void {
  return () => {
    announce(text);
    for (const call of calls) call();
  };
}

/** Where messages appear; there is one. */
export function Announcement() {
  const [text, setText] = useState('');
  useLayoutEffect(() => {
    show = setText;
    return () => {
      show = () => undefined;
    };
  }, []);
  useEffect(() => {
    if (text === '') return undefined;
    const timer = setTimeout(() => setText(''), shownMs);
    return () => clearTimeout(timer);
  }, [text]);
  return (
    <div class="announcement" role="status">
      {text !== '' && <p>{text}</p>}
    </div>
  );
}
