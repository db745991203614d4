export type FieldPath = readonly (string | number)[];

const longestName = 64;

/** A field as people write it: `config.mcp_capabilities[2].type`. Names that clients made up are cut short. */
export function fieldName(path: FieldPath): string {
  let text = '';
  for (const step of path) {
    if (typeof step === 'number') text += `[${step}]`;
    else text += text === '' ? shortName(step) : `.${shortName(step)}`;
  }
  return text === '' ? '""' : text;
}

function shortName(name: string): string {
  if (name === '') return '""';
  const shown = name.length > longestName ? `${name.slice(0, longestName)}...` : name;
  return shown.toWellFormed();
}
