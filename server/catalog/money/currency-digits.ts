const digitsByCode = new Map(
  Intl.supportedValuesOf('currency').map((code) => [
    code,
    new Intl.NumberFormat('en', { style: 'currency', currency: code }).resolvedOptions()
      .maximumFractionDigits ?? 2,
  ]),
);

/** Whether the text is an ISO 4217 code that this runtime knows, in upper case. */
export function isCurrencyCode(text: string): boolean {
  return digitsByCode.has(text);
}

/** How many decimals the currency has: 2 for USD, 0 for JPY, 3 for KWD. Unknown codes count as 2. */
export function currencyDigits(code: string): number {
  return digitsByCode.get(code) ?? 2;
}
