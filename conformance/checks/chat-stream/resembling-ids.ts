import { likeIds } from '../widget/like-ids.ts';

export const maxResemblingIds = 5;

const isMixed = (part: string): boolean => /[a-z]/.test(part) && /[A-Z]/.test(part);

/**
 * Ids that are not the given one, but equal to it for code or a database that trims, folds or decodes. Letter case
 * counts where a part of the id has both: `agt_01HV3Z` is a prefix and a ULID, which may be read in either.
 */
export function resemblingIds(id: string): readonly string[] {
  const hasCase = id.split(/[^A-Za-z0-9]+/).some(isMixed);
  return likeIds(id).filter((one) => hasCase || one.toLowerCase() !== id.toLowerCase());
}
