import { useEffect, useState } from 'preact/hooks';

const typingMs = 250;

/**
 * The words of a search field, and as `query` what they are once they have not changed for a moment: each query is a
 * request.
 */
export function useTypedQuery() {
  const [words, setWords] = useState('');
  const [query, setQuery] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setQuery(words.trim()), typingMs);
    return () => clearTimeout(timer);
  }, [words]);
  return { words, setWords, query };
}
