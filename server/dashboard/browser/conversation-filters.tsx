import { useEffect, useState } from 'preact/hooks';
import { addDays } from '../../support/days.ts';
import type { Store } from './client.ts';
import { Button, Form } from './controls.tsx';
import {
  channels,
  type ConversationFilters,
  filtersOf,
  products,
  resultFilters,
  searchOf,
  thumbs,
} from './conversation-query.ts';
import { countDays, ownTimeZone, today } from './days.ts';
import { bind, Field, Select } from './fields.tsx';
import { changed } from './range-query.ts';
import { AgentFilter } from './use-agents.tsx';

/** The text of messages is searched within this many days. */
const maxTextDays = 7;

interface FilterBarProps {
  readonly store: Store;
  readonly filters: ConversationFilters;
  onChange(filters: ConversationFilters): void;
}

type Change = (values: Readonly<Record<string, string | undefined>>) => void;

/** The filters of the list behind a button; open where the address has some. */
export function ConversationFilterBar({ store, filters, onChange }: FilterBarProps) {
  const { time_zone: zone = ownTimeZone, ...others } = filters;
  const count = Object.keys(others).length;
  const [isOpen, setOpen] = useState(count > 0);
  const change: Change = (values) => {
    const next = withSearchedDays(filtersOf(changed(searchOf(filters), values)));
    onChange(withZone(next, zone));
  };
  return (
    <>
      <div class="filters-toggle">
        <button
          type="button"
          class="button"
          aria-expanded={isOpen}
          aria-controls="conversation-filters"
          onClick={() => setOpen(!isOpen)}
        >
          {count === 0 ? 'Filters' : `Filters (${count})`}
        </button>
      </div>
      <div
        id="conversation-filters"
        class={isOpen ? 'filters open' : 'filters'}
        role="group"
        aria-label="Filters"
      >
        <TextFilter
          text={filters.text ?? ''}
          onSearch={(text) => change({ text: text === '' ? undefined : text })}
        />
        <AgentFilter store={store} value={filters.agent_id} onChange={(id) => change({ agent_id: id })} />
        <ResultFilters filters={filters} change={change} />
        <div class="filter-pair">
          <Field
            type="date"
            label="From"
            value={filters.from}
            max={filters.to}
            onChange={(from) => change({ from })}
          />
          <Field
            type="date"
            label="To"
            value={filters.to}
            min={filters.from}
            onChange={(to) => change({ to })}
          />
        </div>
        {count > 0 && (
          <Button kind="quiet" onClick={() => onChange({})}>
            Clear filters
          </Button>
        )}
        <Notes filters={filters} zone={zone} />
      </div>
    </>
  );
}

function ResultFilters({
  filters,
  change,
}: {
  readonly filters: ConversationFilters;
  readonly change: Change;
}) {
  const { channel, result, thumb, product } = filters;
  const bound = bind({ channel, result, thumb, product }, change);
  return (
    <>
      <Select label="Channel" all="All channels" options={channels} {...bound('channel')} />
      <Select label="Result" all="Any result" options={resultFilters} {...bound('result')} />
      <Select label="Thumb" all="Any thumb" options={thumbs} {...bound('thumb')} />
      <Select label="Product" all="All" options={products} {...bound('product')} />
    </>
  );
}

function Notes({ filters, zone }: { readonly filters: ConversationFilters; readonly zone: string }) {
  const hasDays = filters.from !== undefined || filters.to !== undefined;
  return (
    <p class="hint">
      {filters.text !== undefined &&
        `Text is searched within at most ${maxTextDays} days. Capitals beyond A to Z may only be found as they are written. `}
      {hasDays && zone !== ownTimeZone && `Days are those of ${zone}.`}
    </p>
  );
}

/**
 * A search of text needs both days, at most 7 apart: the missing or too distant first day follows the last. For what people
 * choose, and for an address that somebody wrote.
 */
export function withSearchedDays(filters: ConversationFilters): ConversationFilters {
  if (filters.text === undefined) return filters;
  const { time_zone = ownTimeZone, to = today(time_zone), from } = filters;
  const isFar = from === undefined || from > to || countDays(from, to) > maxTextDays;
  return { ...filters, time_zone, to, from: isFar ? addDays(to, 1 - maxTextDays) : from };
}

/** The zone counts only with days. */
function withZone(filters: ConversationFilters, zone: string): ConversationFilters {
  const { time_zone: _zone, ...others } = filters;
  return others.from === undefined && others.to === undefined ? others : { ...others, time_zone: zone };
}

function TextFilter({ text, onSearch }: { readonly text: string; onSearch(text: string): void }) {
  const [typed, setTyped] = useState(text);
  useEffect(() => setTyped(text), [text]);
  return (
    <Form onSubmit={() => onSearch(typed.trim())}>
      <div role="search">
        <Field
          label="Text"
          type="search"
          placeholder="Search messages"
          value={typed}
          minLength={2}
          maxLength={200}
          onChange={setTyped}
          onBlur={() => typed.trim() !== text && onSearch(typed.trim())}
        />
      </div>
    </Form>
  );
}
