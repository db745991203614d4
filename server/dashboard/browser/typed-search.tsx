import { keepPreviousData, useQuery } from '@tanstack/preact-query';
import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { ReadState } from './controls.tsx';
import { Field, TitledSection } from './fields.tsx';

const typingMs = 250;

interface TypedSearchProps<Found> {
  readonly label: string;
  readonly hint: string;
  /** In the cache: what was found is under it and the query. */
  readonly queryKey: readonly string[];
  /** Whether no words find something, too. */
  readonly findsAll?: boolean;
  find(query: string, signal: AbortSignal): Promise<Found>;
  result(found: Found, query: string): ComponentChildren;
}

/** Searches while one types, once the words have not changed for a moment: each query is a request. */
export function TypedSearch<Found>(props: TypedSearchProps<Found>) {
  const { label, hint, findsAll = false, find, result } = props;
  const [words, setWords] = useState('');
  const [query, setQuery] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setQuery(words.trim()), typingMs);
    return () => clearTimeout(timer);
  }, [words]);
  const enabled = findsAll || query !== '';
  const found = useQuery({
    queryKey: [...props.queryKey, query],
    enabled,
    queryFn: ({ signal }) => find(query, signal),
    placeholderData: keepPreviousData,
  });
  return (
    <TitledSection title={findsAll ? 'Products' : 'Try the search'}>
      <Field label={label} hint={hint} value={words} onChange={setWords} maxLength={500} />
      {enabled && <ReadState reads={[found]} />}
      {enabled && found.data && result(found.data, query)}
    </TitledSection>
  );
}
