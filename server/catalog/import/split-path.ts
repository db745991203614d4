/** `Apparel > Clothing > Shirts` as its steps. A bare number is an id of the taxonomy and names nothing. */
export function splitPath(text: string): string[] {
  const steps = text.split('>').map((step) => step.trim());
  return steps.filter((step) => step !== '' && !/^\d+$/.test(step));
}
