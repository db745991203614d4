/** Text of a model, in which **words** are bold. Everything else of Markdown stays as it was written. */
export function RichText({ text }: { readonly text: string }) {
  const parts = text.split(/\*\*(\S(?:[^\n]*?\S)?)\*\*/);
  // The odd parts are those that the group of the pattern has matched.
  return <>{parts.map((part, index) => (index % 2 === 1 ? <strong key={index}>{part}</strong> : part))}</>;
}
