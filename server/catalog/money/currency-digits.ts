const codes = new Set(Intl.supportedValuesOf('currency'));
/** Filled as currencies are met: asking for the digits of all takes 30 ms at the start of each process. */
const digitsByCode = new Map<string, number>();

/** Whether the text is an ISO 4217 code that this runtime knows, in upper case. */
export function isCurrencyCode(text: string): boolean {
  return codes.has(text);
}

/** How many decimals the currency has: 2 for USD, 0 for JPY, 3 for KWD. Unknown codes count as 2. */
export function currencyDigits(code: string): number {
  if (!codes.has(code)) return 2;
  const known = digitsByCode.get(code);
  if (known !== undefined) return known;
  const format = new Intl.NumberFormat('en', { style: 'currency', currency: code });
  const digits = format.resolvedOptions().maximumFractionDigits ?? 2;
  digitsByCode.set(code, digits);
  return digits;
}
