import { useLayoutEffect, useState } from 'preact/hooks';
import { useLocation } from 'wouter-preact';
import { Button, Dialog } from './controls.tsx';

/** Asks before a page with unsaved changes is left: by a link, by the browser's buttons, or by closing the tab. */
export function UnsavedGuard({ isDirty }: { readonly isDirty: boolean }) {
  const [, navigate] = useLocation();
  const [target, setTarget] = useState<string>();
  useLayoutEffect(() => (isDirty ? guard(setTarget) : undefined), [isDirty]);
  if (target === undefined) return null;
  return (
    <Dialog title="Leave without saving?" onClose={() => setTarget(undefined)}>
      <p>Your changes on this page are not saved.</p>
      <div class="actions row">
        <Button kind="danger" onClick={() => navigate(`~${target}`)}>
          Leave
        </Button>
        <Button kind="primary" onClick={() => setTarget(undefined)}>
          Stay
        </Button>
      </div>
    </Dialog>
  );
}

let onPop: ((event: PopStateEvent) => void) | undefined;
// When this file loads: a window calls its listeners in the order in which they were added, the router's afterwards.
addEventListener('popstate', (event) => onPop?.(event));

/** Calls `ask` with the path that somebody wants to go to; returns what ends it. */
function guard(ask: (path: string) => void): () => void {
  const own = location.pathname;
  const onClick = (event: MouseEvent): void => {
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    const opensElsewhere = event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0;
    if (link === null || opensElsewhere || link.target === '_blank' || link.hash !== '') return;
    event.preventDefault();
    event.stopPropagation();
    ask(link.pathname);
  };
  onPop = (event) => {
    const path = location.pathname;
    event.stopImmediatePropagation();
    history.pushState(null, '', own);
    ask(path);
  };
  const onUnload = (event: BeforeUnloadEvent): void => event.preventDefault();
  document.addEventListener('click', onClick, true);
  addEventListener('beforeunload', onUnload);
  return () => {
    document.removeEventListener('click', onClick, true);
    onPop = undefined;
    removeEventListener('beforeunload', onUnload);
  };
}
