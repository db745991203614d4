import type { Product } from '../../catalog/product.ts';

/** An SVG drawing of a product in its first colour: the demo has no photographs. */
export function productPicture(product: Product): string {
  const color = colorOf(product);
  const { shape, lines } = outlineOf(product.categories);
  const stroke = 'stroke="#23302a" stroke-opacity=".38" stroke-width="1" stroke-linejoin="round"';
  return [
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 160 160">',
    `<rect width="160" height="160" fill="#f4f1ea"/><rect width="160" height="160" fill="${color}" opacity=".14"/>`,
    '<ellipse cx="80" cy="138" rx="46" ry="5" fill="#23302a" opacity=".10"/>',
    `<g transform="translate(18 15) scale(1.24)" ${stroke}><path fill-rule="evenodd" fill="${color}" d="${shape}"/>`,
    lines === undefined ? '</g></svg>' : `<path fill="none" stroke-linecap="round" d="${lines}"/></g></svg>`,
  ].join('');
}

function colorOf(product: Product): string {
  const name = product.variants[0]?.options['Color'] ?? product.title;
  const word = name
    .toLowerCase()
    .split(/[^a-z]+/)
    .find((candidate) => colors[candidate] !== undefined);
  return (word === undefined ? undefined : colors[word]) ?? defaultColor;
}

/** The outline of the most specific category that has one, else a parcel. */
function outlineOf(categories: readonly string[]): Outline {
  const found = categories.toReversed().map((name) => outlines[sameAs[name] ?? name]);
  return found.find((outline) => outline !== undefined) ?? parcel;
}

/** Colour words and their hexadecimal colours; the first known word of a colour name decides. */
const colors: Readonly<Record<string, string>> = {
  black: '#2f3133',
  blue: '#4a78b5',
  blush: '#e3b4ae',
  brass: '#b9974a',
  brown: '#7a5a43',
  camel: '#b98d5b',
  charcoal: '#4a4e54',
  chestnut: '#8a4f36',
  clear: '#c3d6da',
  coral: '#e1795f',
  cream: '#e6d9bd',
  ecru: '#ddd2b8',
  emerald: '#2f7d5b',
  forest: '#2f5a43',
  gold: '#c9a24b',
  graphite: '#565a60',
  gray: '#8c9196',
  green: '#5b8a5a',
  indigo: '#3c4a78',
  ivory: '#e8e0cb',
  khaki: '#8f8a63',
  lilac: '#b29ac9',
  lime: '#a3bf4f',
  moss: '#6d7a4a',
  mustard: '#cf9f3a',
  natural: '#cdb894',
  navy: '#2c3e63',
  oak: '#a57f56',
  oatmeal: '#d3c5ac',
  ocean: '#3f7fa3',
  olive: '#77784a',
  orange: '#d9833f',
  oxblood: '#6e2b2f',
  plum: '#6d4463',
  red: '#b4443f',
  rust: '#a7522f',
  sage: '#9aab8c',
  sand: '#cfb98f',
  silver: '#aeb5ba',
  slate: '#5f6d7a',
  speckled: '#d8d4ca',
  stone: '#b3aa9b',
  tan: '#b7895c',
  teal: '#2f7f7f',
  tortoise: '#7d5433',
  turquoise: '#4fa8a6',
  white: '#dcdcd6',
  yellow: '#dcb53f',
};

const defaultColor = '#8aa394';

/** SVG paths in 100 by 100: the filled shape, and lines on it. */
interface Outline {
  readonly shape: string;
  readonly lines?: string;
}

/** By category. */
const outlines: Readonly<Record<string, Outline>> = {
  Clothing: {
    shape: 'M36 22 22 30l-8 20 11 5 5-10v35h40V45l5 10 11-5-8-20-14-8c-3 6-9 9-14 9s-11-3-14-9z',
    lines: 'M36 22c3 9 9 13 14 13s11-4 14-13',
  },
  Jackets: {
    shape: 'M37 20 22 28l-9 36 11 3 6-22v37h18V34l-11-14zm26 0L52 34v48h18V45l6 22 11-3-9-36-15-8z',
  },
  Coats: { shape: 'M37 16 23 24l-8 38 11 3 4-18v41h18V30L37 16zm26 0L52 30v58h18V47l4 18 11-3-8-38-14-8z' },
  Trousers: { shape: 'M32 16h36l6 68H57l-7-44-7 44H26z' },
  Shorts: { shape: 'M30 26h40l8 42H55l-5-18-5 18H22z' },
  Dresses: { shape: 'M38 16v14l-8 10 6 10-14 34h56L64 50l6-10-8-10V16h-6c0 8-3 11-6 11s-6-3-6-11z' },
  Skirts: { shape: 'M34 24h32l16 54H18z' },
  Socks: { shape: 'M38 14h22v40l14 12c6 6 2 18-8 18-8 0-12-3-18-8L36 62z' },
  Shoes: { shape: 'M14 60c10 0 18-6 22-16l10 8c8 6 18 8 30 10 8 1 10 6 10 14H14z' },
  Boots: { shape: 'M30 16h24v38l22 8c8 3 10 8 10 18H30z' },
  Accessories: { shape: 'M20 58c2-22 14-34 30-34s28 12 30 34l12 8H8z' },
  Scarves: {
    shape: 'M28 22c0-8 44-8 44 0v12c0 8-44 8-44 0zM34 40h14v46H34zM53 40h13v36H53z',
    lines: 'M34 74h14M34 79h14M53 64h13M53 69h13M30 28c8 5 32 5 40 0',
  },
  Watches: {
    shape:
      'M42 10h16l3 18a24 24 0 0 1 0 44l-3 18H42l-3-18a24 24 0 0 1 0-44zm8 24a16 16 0 1 0 .1 32A16 16 0 0 0 50 34z',
  },
  Bags: { shape: 'M36 34v-6a14 14 0 0 1 28 0v6h14l4 48H18l4-48zm6 0h16v-6a8 8 0 0 0-16 0z' },
  Backpacks: { shape: 'M40 18h20v6c12 3 18 12 18 24v34H22V48c0-12 6-21 18-24zM34 56v14h32V56z' },
  Jewelry: { shape: 'M50 36a26 26 0 1 0 .1 0zm0 8a18 18 0 1 1-.1 0zM42 18h16l6 8-14 14-14-14z' },
  Kitchen: {
    shape:
      'M22 34h48v8h6a12 12 0 0 1 0 26h-8c-2 8-8 12-16 12H40c-10 0-18-8-18-18zm48 16v10h5a5 5 0 0 0 0-10z',
  },
  Cookware: {
    shape: 'M14 46h72v8h-8v14c0 8-6 12-14 12H36c-8 0-14-4-14-12V54h-8zM26 34h48v8H26zM44 24h12v8H44z',
  },
  Knives: { shape: 'M14 66 70 18c10 10 8 22-2 32L44 70l-8-6-14 10z' },
  Lighting: { shape: 'M36 18h28l14 34H22zM46 54h8v22h14v8H32v-8h14z' },
  Home: {
    shape: 'M22 44c0-12 8-18 16-18h24c8 0 16 6 16 18v4c6 0 10 4 10 10v18H12V58c0-6 4-10 10-10zm8 6v10h40V50z',
  },
  Bedding: { shape: 'M12 32h10v18h12c0-8 4-12 10-12h34c8 0 10 6 10 14v28H78v-8H22v8H12z' },
  'Candles & Scent': { shape: 'M36 42h28v40H36zM50 14c8 10 8 22 0 24-8-2-8-14 0-24z' },
  Camping: { shape: 'M50 18 90 80H64L50 54 36 80H10z' },
  Garden: { shape: 'M48 82V54c-18 2-28-8-28-26 18-2 28 6 30 18 2-14 12-24 30-22 0 18-8 30-26 30v28z' },
  Kids: { shape: 'M50 16a16 16 0 1 1-.1 0zM28 52h44l8 30H20zM24 18a9 9 0 1 1-.1 0zm52 0a9 9 0 1 1-.1 0z' },
  'Games & Stationery': {
    shape: 'M20 22h44a6 6 0 0 1 6 6v54H26a6 6 0 0 1-6-6zm12 14v6h26v-6zm0 14v6h26v-6zm42-22h8v50l-4 8-4-8z',
  },
  Pets: {
    shape:
      'M50 48c14 0 24 12 22 24-2 10-12 8-22 8s-20 2-22-8c-2-12 8-24 22-24zM24 34a8 10 0 1 1-.1 0zm52 0a8 10 0 1 1-.1 0zM40 18a8 11 0 1 1-.1 0zm20 0a8 11 0 1 1-.1 0z',
  },
  'Bath & Care': {
    shape: 'M42 14h16v12h-4v6c10 3 14 10 14 18v34H32V50c0-8 4-15 14-18v-6h-4zM38 54v16h24V54z',
  },
  Shirts: {
    shape: 'M38 18 24 24 12 66l10 4 9-28v44h38V42l9 28 10-4-12-42-14-6-12 8z',
    lines: 'M50 26v60M38 18l5 13 7-5 7 5 5-13M56 42h8v9h-8z',
  },
  Sweaters: {
    shape: 'M38 20 24 26 11 68l11 4 8-26v38h40V46l8 26 11-4-13-42-14-6c-3 4-7 6-12 6s-9-2-12-6z',
    lines: 'M30 77h40M13 62l11 4M87 62l-11 4M38 20c3 8 7 11 12 11s9-3 12-11',
  },
  Sandals: { shape: 'M12 70c12-5 24-5 38-8 14-4 30-2 36 5v9H12zM28 64l14-22 6 4-9 16zM54 60l8-22 7 3-5 18z' },
  Flats: { shape: 'M12 60c8-2 15-1 22 4 10-13 26-12 40-6 10 4 14 8 14 16H12z', lines: 'M12 68h76' },
  Hats: {
    shape: 'M26 60c0-25 9-36 24-36s24 11 24 36zM20 62h60v13H20zM45 15h10v9H45z',
    lines: 'M34 62v13M50 62v13M66 62v13',
  },
  Gloves: {
    shape:
      'M34 86V56L23 40l6-6 10 12V22c0-6 8-6 8 0v20-26c0-6 8-6 8 0v26-22c0-6 8-6 8 0v24-14c0-6 7-6 7 0v36l-6 20z',
    lines: 'M35 78h29',
  },
  Belts: {
    shape:
      'M50 30c24 0 40 8 40 20S74 70 50 70 10 62 10 50s16-20 40-20zm0 8c-18 0-31 5-31 12s13 12 31 12 31-5 31-12-13-12-31-12z',
    lines: 'M42 59h17v14H42zM50 66h12',
  },
  Wallets: { shape: 'M18 32h64v38H18z', lines: 'M18 41h64M58 48h24v12H58z' },
  Umbrellas: {
    shape:
      'M12 52c0-22 18-34 38-34s38 12 38 34c-6-6-14-6-19 0-6-6-13-6-19 0-6-6-13-6-19 0-5-6-13-6-19 0zM48 50h4v30c0 8-14 8-14 0h4c0 4 6 4 6 0z',
    lines: 'M50 18c-8 8-12 20-12 30M50 18c8 8 12 20 12 30',
  },
  Sunglasses: { shape: 'M10 40h80v9c0 12-8 19-18 19S56 62 54 51h-8c-2 11-8 17-18 17S10 61 10 49z' },
  'Travel Bags': {
    shape:
      'M18 44c0-6 4-8 8-8h48c4 0 8 2 8 8v30c0 4-2 6-6 6H24c-4 0-6-2-6-6zM36 36c0-18 28-18 28 0h-5c0-11-18-11-18 0z',
    lines: 'M34 37v43M66 37v43M24 46h52',
  },
  Necklaces: {
    shape: 'M22 16c0 36 12 52 28 52s28-16 28-52h-4c0 32-10 48-24 48S26 48 26 16zM50 68l8 10-8 10-8-10z',
  },
  Earrings: {
    shape:
      'M33 24a5 5 0 1 1-.1 0zM33 36l9 24c2 11-20 11-18 0zM67 24a5 5 0 1 1-.1 0zM67 36l9 24c2 11-20 11-18 0z',
  },
  Bracelets: {
    shape:
      'M50 28c20 0 32 10 32 22S70 72 50 72 18 62 18 50s12-22 32-22zm0 9c-14 0-23 6-23 13s9 13 23 13 23-6 23-13-9-13-23-13z',
  },
  'Coffee & Tea': {
    shape:
      'M30 40h34v36c0 4-3 6-6 6H36c-3 0-6-2-6-6zM64 46l14-10 4 5-18 17zM30 46c-16 0-16 26 0 26v-6c-9 0-9-14 0-14zM41 29h12v8H41z',
    lines: 'M30 46h34',
  },
  Boards: {
    shape: 'M20 18h44c4 0 6 2 6 6v54c0 4-2 6-6 6H20c-4 0-6-2-6-6V24c0-4 2-6 6-6zM70 44h16v14H70z',
    lines: 'M28 18v66M42 18v66M56 18v66',
  },
  Utensils: {
    shape:
      'M34 12c8 0 11 8 9 18-1 6-4 8-5 10v46h-8V40c-1-2-4-4-5-10-2-10 1-18 9-18zM60 14h4v18h3V14h4v18h3V14h4v20c0 6-3 9-6 10v42h-8V44c-3-1-6-4-6-10V14z',
  },
  Storage: {
    shape: 'M32 22h36v10H32zM28 35h44v43c0 4-2 6-6 6H34c-4 0-6-2-6-6z',
    lines: 'M28 48h44M28 70h44',
  },
  Linen: { shape: 'M16 34h68v42c0 4-2 6-6 6H16zM20 22h64v8H20z', lines: 'M16 48h68M16 66h68M16 72h68' },
  Baking: { shape: 'M12 38h76l-9 40H21z', lines: 'M14 47h72M22 38c4-14 52-14 56 0' },
  'Bottles & Flasks': {
    shape: 'M42 12h16v10H42zM38 25h24c6 4 8 8 8 16v41c0 4-2 6-6 6H36c-4 0-6-2-6-6V41c0-8 2-12 8-16z',
    lines: 'M30 48h40M30 74h40',
  },
  Tableware: { shape: 'M12 42h76c0 20-12 33-24 36v6H36v-6C24 75 12 62 12 42z', lines: 'M15 54h70' },
  'Floor Lamps': { shape: 'M36 10h28l10 26H26zM48 36h4v44h14v8H34v-8h14z' },
  'Pendant Lights': {
    shape: 'M48 8h4v26c18 2 30 16 32 36H16c2-20 14-34 32-36zM42 72h16c0 10-16 10-16 0z',
    lines: 'M20 58h60',
  },
  'Throws & Cushions': {
    shape: 'M20 22c12 5 48 5 60 0 5 12 5 44 0 56-12-5-48-5-60 0-5-12-5-44 0-56z',
    lines: 'M28 32c10 3 34 3 44 0 3 10 3 26 0 36-10-3-34-3-44 0-3-10-3-26 0-36z',
  },
  Decor: {
    shape: 'M42 14h16v12c0 8 16 16 16 34 0 16-8 26-14 26H40c-6 0-14-10-14-26 0-18 16-26 16-34z',
    lines: 'M42 26h16M27 56h46M28 68h44',
  },
  Rugs: {
    shape: 'M20 20h60v60H20z',
    lines:
      'M28 28h44v44H28zM38 38h24v24H38zM26 80v7M38 80v7M50 80v7M62 80v7M74 80v7M26 13v7M38 13v7M50 13v7M62 13v7M74 13v7',
  },
  Furniture: { shape: 'M20 34h60v11H20zM27 45h8l-5 42h-8zM65 45h8l5 42h-8z', lines: 'M29 67h42' },
  'Sleeping Gear': {
    shape: 'M34 14h32c8 0 12 6 12 14v48c0 6-4 10-10 10H32c-6 0-10-4-10-10V28c0-8 4-14 12-14z',
    lines: 'M22 38h56M22 52h56M22 66h56M36 20h28c4 0 6 3 6 8H30c0-5 2-8 6-8z',
  },
  Lights: {
    shape: 'M40 22v-6c0-8 20-8 20 0v6h-4v-5c0-4-12-4-12 0v5zM34 24h32v8H34zM36 34h28v38H36zM32 74h36v10H32z',
    lines: 'M44 34v38M56 34v38',
  },
  'Hiking Gear': { shape: 'M50 14a36 36 0 1 0 .1 0zm0 8a28 28 0 1 1-.1 0zM60 34l-6 20-14 12 6-20z' },
  'Hand Tools': { shape: 'M46 8h8v34h-8zM36 44h28c2 16-4 34-14 46-10-12-16-30-14-46z', lines: 'M50 48v34' },
  Picnic: {
    shape: 'M16 46h68l-8 36H24zM26 46c0-32 48-32 48 0h-6c0-24-36-24-36 0z',
    lines: 'M18 58h64M21 70h58M36 46l3 36M50 46v36M64 46l-3 36',
  },
  'Pots & Planters': { shape: 'M22 28h56v13H22zM28 43h44l-6 43H34z' },
  Wildlife: { shape: 'M12 44 50 16l38 28v7H12zM24 51h7v20h-7zM69 51h7v20h-7zM18 71h64v8H18zM46 79h8v12h-8z' },
  Soap: {
    shape: 'M16 44c0-8 6-12 14-12h40c8 0 14 4 14 12v16c0 8-6 12-14 12H30c-8 0-14-4-14-12z',
    lines: 'M34 46h32v12H34z',
  },
};

/** Categories with the outline of another one. */
const sameAs: Readonly<Record<string, string>> = {
  Nightwear: 'Shirts',
  'Base Layers': 'Sweaters',
  Underwear: 'Shorts',
  Slippers: 'Flats',
  Textiles: 'Linen',
  'Table Linen': 'Linen',
  Bath: 'Linen',
  'Camp Kitchen': 'Cookware',
  'Camp Furniture': 'Furniture',
  Tools: 'Hand Tools',
  Watering: 'Coffee & Tea',
};

const parcel: Outline = {
  shape: 'M20 34 50 20l30 14v34L50 82 20 68zm30 8 18-8-18-8-18 8zm-22 2v18l18 8V52zm44 0-18 8v18l18-8z',
};
