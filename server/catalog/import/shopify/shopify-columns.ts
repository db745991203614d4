import { CatalogFileError } from '../import-errors.ts';

/** The columns that are read, with all names that exports have used, newest last. */
const names = {
  handle: ['Handle', 'URL handle'],
  title: ['Title'],
  body: ['Body (HTML)', 'Description'],
  vendor: ['Vendor'],
  taxonomy: ['Google Shopping / Google Product Category', 'Standardized Product Type', 'Product Category'],
  type: ['Custom Product Type', 'Type'],
  tags: ['Tags'],
  published: ['Published', 'Published on online store'],
  status: ['Status'],
  option1Name: ['Option1 Name'],
  option1Value: ['Option1 Value'],
  option2Name: ['Option2 Name'],
  option2Value: ['Option2 Value'],
  option3Name: ['Option3 Name'],
  option3Value: ['Option3 Value'],
  sku: ['Variant SKU', 'SKU'],
  tracker: ['Variant Inventory Tracker', 'Inventory tracker'],
  quantity: ['Variant Inventory Qty', 'Inventory quantity'],
  oversell: ['Variant Inventory Policy', 'Continue selling when out of stock'],
  price: ['Variant Price', 'Price'],
  compareAt: ['Variant Compare At Price', 'Compare-at price'],
  image: ['Image Src', 'Product image URL'],
} as const;

export type ShopifyColumn = keyof typeof names;
/** The trimmed cell of each column in one row; empty where the file has no such column. */
export type ShopifyRow = Readonly<Record<ShopifyColumn, string>>;

const required: readonly ShopifyColumn[] = ['handle', 'title', 'price'];
const columns = Object.keys(names).filter((name): name is ShopifyColumn => name in names);

/**
 * Finds the columns in an export's header, and returns a function that reads rows. Throws CatalogFileError for another
 * header.
 */
export function shopifyColumns(header: readonly string[]): (cells: readonly string[]) => ShopifyRow {
  const lower = header.map((cell) => cell.trim().toLowerCase());
  const positions = columns.map((column) => [column, positionOf(column, lower)] as const);
  const missing = positions.filter(([column, at]) => required.includes(column) && at === -1);
  if (missing.length > 0) {
    const labels = missing.map(([column]) => `"${names[column][0]}"`).join(', ');
    throw new CatalogFileError(
      'wrong_header',
      `no column ${labels}: this is not a Shopify product export`,
      1,
    );
  }
  return (cells) => {
    const row = positions.map(([column, at]) => [column, cells[at]?.trim() ?? '']);
    // `positions` has every column.
    return Object.fromEntries(row) as ShopifyRow;
  };
}

function positionOf(column: ShopifyColumn, header: readonly string[]): number {
  const places = names[column].map((name) => header.indexOf(name.toLowerCase()));
  return places.findLast((place) => place !== -1) ?? -1;
}
