// Numbers, UUIDs and hexadecimal ids are parsed: blanks, zeros and letter case are spellings of one value.
const parsed = /^(?:\d+|[0-9a-f]{8}-?(?:[0-9a-f]{4}-?){3}[0-9a-f]{12}|[0-9a-f]{16,})$/i;

export const maxLikeIds = 5;

const isMixed = (part: string): boolean => /[a-z]/.test(part) && /[A-Z]/.test(part);

function otherCase(id: string): string {
  const lower = id.toLowerCase();
  return lower === id ? id.toUpperCase() : lower;
}

/** The id percent-encoded, its first character too, as a service reads it that decodes twice. */
function encodedTwice(id: string): string {
  const [first = '', ...rest] = id;
  const encoded = /\w/.test(first) ? `%${first.charCodeAt(0).toString(16)}` : encodeURIComponent(first);
  return encoded + encodeURIComponent(rest.join(''));
}

/**
 * Ids that are not the given one, but equal to it for code or a database that trims, pads, folds or decodes. Letter
 * case counts only where a part of the id has both: forms of one case, such as the ULID of `agt_01HV3Z`, may be read in
 * either. Unicode's normal
 * forms are left out, since canonically equivalent texts may be taken for the same.
 */
export function likeIds(id: string): readonly string[] {
  if (parsed.test(id)) return [];
  const unaccented = id.normalize('NFD').replaceAll(/\p{M}/gu, '').normalize('NFC');
  const ids = [
    `${id} `,
    `\t${id}`,
    ...(id.split(/[^A-Za-z0-9]+/).some(isMixed) ? [otherCase(id)] : []),
    unaccented,
    encodedTwice(id),
  ];
  return [...new Set(ids)].filter((one) => one.normalize('NFC') !== id.normalize('NFC'));
}
