import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';
import { Link } from 'wouter-preact';
import { formatChange, formatCount } from './figure-formats.ts';
import definitions from './definitions.json' with { type: 'json' };

/** A number that has a definition. */
export type DefinedNumber = keyof typeof definitions;

/** A button that opens what a number means. */
export function Define({ name, definition }: { readonly name: string; readonly definition: DefinedNumber }) {
  const id = useId();
  return (
    <>
      <button type="button" class="define" popovertarget={id} aria-label={`What “${name}” means`}>
        <svg viewBox="0 0 16 16" aria-hidden="true">
          <circle cx="8" cy="8" r="6.25" />
          <path d="M8 7.4v3.4M8 5.1v.2" />
        </svg>
      </button>
      <div id={id} popover="auto" class="definition box" role="note">
        <strong>{name}</strong>
        <Definition of={definition} />
      </div>
    </>
  );
}

/** What a number means, with an example where words alone do not say it. */
export function Definition({ of }: { readonly of: DefinedNumber }) {
  const { text, ...more } = definitions[of];
  return (
    <p>
      {text}
      {'example' in more && <span class="soft"> Example: {more.example}.</span>}
    </p>
  );
}

interface TilesProps {
  /** Whether every tile has two values. */
  readonly pairs?: boolean;
  readonly children: ComponentChildren;
}

/** Numbers side by side. */
export function Tiles({ pairs = false, children }: TilesProps) {
  return <dl class={pairs ? 'tiles pairs' : 'tiles'}>{children}</dl>;
}

interface TileProps {
  readonly name: string;
  readonly definition: DefinedNumber;
  readonly children: ComponentChildren;
}

/** One number, or two, with its definition; the children are `dd`. */
export function Tile({ name, definition, children }: TileProps) {
  return (
    <div class="tile box">
      <dt>
        {name}
        <Define name={name} definition={definition} />
      </dt>
      {children}
    </div>
  );
}

interface ValueProps {
  readonly value: ComponentChildren;
  /** What the value is of: Today, Read. */
  readonly caption?: ComponentChildren;
}

export function Value({ value, caption }: ValueProps) {
  return (
    <dd>
      <span class="value">{value}</span>
      {caption !== undefined && <small>{caption}</small>}
    </dd>
  );
}

interface BeforeProps {
  /** Undefined where the change has no share: of times, costs and shares. */
  readonly counts?: readonly [now: number, before: number];
  /** As the number itself is written. */
  readonly before: string;
}

/** The number of the days before, and by how much it has changed. */
function Before({ counts, before }: BeforeProps) {
  const [now, then] = counts ?? [0, 0];
  return <span class="soft">{[formatChange(now, then), `${before} before`].filter(Boolean).join(', ')}</span>;
}

interface ComparedProps extends BeforeProps {
  /** Of several values of a tile. */
  readonly name?: string;
  readonly value: string;
  /** What the value opens. */
  readonly href?: string;
  /** After the number of the days before. */
  readonly children?: ComponentChildren;
}

/** A number beside that of the days before. */
export function Compared({ name, value, href, children, ...before }: ComparedProps) {
  return (
    <Value
      value={href === undefined ? value : <Link href={href}>{value}</Link>}
      caption={
        <>
          {name !== undefined && `${name} · `}
          <Before {...before} />
          {children}
        </>
      }
    />
  );
}

/** For a number of things. */
export function counted(now: number, before: number) {
  return { value: formatCount(now), counts: [now, before] as const, before: formatCount(before) };
}

interface PanelProps {
  readonly title: string;
  readonly definition?: DefinedNumber;
  readonly wide?: boolean;
  /** Of the heading: 2 directly below the page's title. */
  readonly level?: 2 | 3;
  readonly children: ComponentChildren;
}

/** A framed part of a page. */
export function Panel({ title, definition, wide = false, level = 3, children }: PanelProps) {
  const id = useId();
  const Heading = level === 2 ? 'h2' : 'h3';
  return (
    <section class={wide ? 'panel box wide' : 'panel box'} aria-labelledby={id}>
      <Heading>
        <span id={id}>{title}</span>
        {definition !== undefined && <Define name={title} definition={definition} />}
      </Heading>
      {children}
    </section>
  );
}

/** A bar of a share from 0 to 1. */
export function ShareBar({ share }: { readonly share: number }) {
  return (
    <svg class="share" aria-hidden="true">
      <rect class="track" width="100%" height="100%" rx="3" />
      <rect class="fill" width={`${Math.min(1, share) * 100}%`} height="100%" rx="3" />
    </svg>
  );
}
