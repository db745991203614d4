import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { Link } from 'wouter-preact';
import type { Store } from './client.ts';

interface PageHeadingProps {
  readonly title: string;
  readonly store: Store;
  /** What the page is for. */
  readonly lead?: string;
  /** Controls of the whole page, beside the title. */
  readonly children?: ComponentChildren;
}

/** The heading of a page. It gets the focus after a change of the page, but not at first, and sets the tab's title. */
export function PageHeading({ title, store, lead, children }: PageHeadingProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const fullTitle = `${title} · ${store.name}`;
  const shown = useRef(isFirstPage ? fullTitle : undefined);
  // Before a paint, after which somebody may have begun to type in a field.
  useLayoutEffect(() => {
    isFirstPage = false;
    document.title = fullTitle;
    if (shown.current !== fullTitle) heading.current?.focus();
    shown.current = fullTitle;
  }, [fullTitle]);
  return (
    <>
      <div class="page-heading row">
        <h1 ref={heading} tabIndex={-1}>
          {title}
        </h1>
        {children}
      </div>
      {lead !== undefined && <p class="soft lead">{lead}</p>}
    </>
  );
}

/** For a path that no page has. */
export function PageNotFound({ store }: Pick<PageHeadingProps, 'store'>) {
  return (
    <>
      <PageHeading title="Page not found" store={store} />
      <p>
        There is no such page. <Link href={`/stores/${store.id}/overview`}>Go to the overview</Link>
      </p>
    </>
  );
}

/** Each page renders its own heading: which one is the first after loading is known only here. */
let isFirstPage = true;
