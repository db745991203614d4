/**
 * The next bold, code, italic, link or bare address of a text, in groups of that order; a link has two. What may be
 * between two marks is bounded: thousands of marks that never close would take seconds otherwise.
 */
export const inlineMark =
  /\*\*([^*]{1,500})\*\*|`([^`]{1,500})`|\*([^*\s][^*]{0,500})\*|\[([^[\]]{1,500})\]\(([^()\s]{1,2000})\)|(https?:\/\/[^\s<>()]*[^\s<>().,;:!?])/;
