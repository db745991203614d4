import { describe, expect, it } from 'vitest';
import type { ImportReport } from '../services/catalog-import.ts';
import { describeImport, presentImport } from './catalog-commands.ts';

const report: ImportReport = {
  format: 'shopify-csv',
  rows: 3,
  products: 1,
  variants: 2,
  rejectedRows: 0,
  skippedRows: 0,
  rejected: [],
  skipped: [],
  findings: {
    withoutLink: 0,
    withoutPicture: 0,
    withoutPrice: 0,
    withoutQuantity: 0,
    imageHosts: [],
    warnings: [],
  },
  written: true,
};

describe('the report of an import', () => {
  it('states what was read and imported', () => {
    expect(describeImport(report)).toBe(
      'Read 3 rows of a Shopify product export: 1 product with 2 variants imported, 0 rejected, 0 skipped.\n',
    );
  });

  it('lists rejected rows by line, the first twenty for people and all for programs', () => {
    const rejected = Array.from({ length: 25 }, (_, index) => ({
      line: index + 2,
      reason: `no price ${index}`,
    }));
    const text = describeImport({ ...report, rejected, written: false });
    expect(text).toContain('could be imported');
    expect(text).toContain('Rejected:\n  line 2: no price 0\n');
    expect(text).toContain('  line 21: no price 19\n  and 5 more; --json lists all\n');
    expect(text).not.toContain('line 22');
    expect(presentImport({ ...report, rejected }).rejected).toHaveLength(25);
  });
});
