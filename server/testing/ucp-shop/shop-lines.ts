/** The shop's twenty product lines; each is made in every series. Prices are in euro cents. */
export interface ProductLine {
  readonly noun: string;
  readonly category: string;
  /** The category in Google's product taxonomy. */
  readonly googleCategory: string;
  readonly price: number;
  readonly about: string;
  readonly tags: readonly string[];
  readonly options: Readonly<Record<string, readonly string[]>>;
  /** What is special about its sale. */
  readonly special?:
    | 'by weight'
    | 'by length'
    | 'unit price'
    | 'allergens'
    | 'final sale'
    | 'warranty'
    | 'adults';
}

const colors = ['Black', 'Blue', 'Red', 'Green'];
const clothingSizes = ['XS', 'S', 'M', 'L', 'XL'];

export const productLines: readonly ProductLine[] = [
  {
    noun: 'Running Shoes',
    category: 'Footwear > Running',
    googleCategory: '187',
    price: 8900,
    about: 'Light shoes with a soft sole for roads and parks.',
    tags: ['running', 'road', 'sport'],
    options: { Color: colors, Size: ['38', '39', '40', '41', '42', '43', '44', '45'] },
  },
  {
    noun: 'Hiking Boots',
    category: 'Footwear > Hiking',
    googleCategory: '187',
    price: 14900,
    about: 'Waterproof leather boots with a deep tread.',
    tags: ['hiking', 'waterproof', 'outdoor'],
    options: { Color: ['Brown', 'Black'], Size: ['38', '39', '40', '41', '42', '43', '44', '45'] },
  },
  {
    noun: 'Rain Jacket',
    category: 'Apparel > Jackets',
    googleCategory: '5598',
    price: 12900,
    about: 'A waterproof shell with taped seams and a hood.',
    tags: ['waterproof', 'outdoor', 'rain'],
    options: { Color: colors, Size: clothingSizes },
  },
  {
    noun: 'Wool Sweater',
    category: 'Apparel > Sweaters',
    googleCategory: '212',
    price: 7900,
    about: 'Knitted from merino wool, warm and not scratchy.',
    tags: ['wool', 'winter', 'warm'],
    options: { Color: ['Grey', 'Navy', 'Cream'], Size: clothingSizes },
  },
  {
    noun: 'Linen Shirt',
    category: 'Apparel > Shirts',
    googleCategory: '212',
    price: 4900,
    about: 'A loose shirt of washed linen for hot days.',
    tags: ['linen', 'summer'],
    options: {
      Color: [...colors, 'White', 'Sand', 'Rose', 'Olive', 'Navy', 'Grey', 'Mint', 'Rust'],
      Size: ['XXS', ...clothingSizes, 'XXL', '3XL', '4XL', '5XL'],
    },
  },
  {
    noun: 'Trail Backpack',
    category: 'Outdoor > Backpacks',
    googleCategory: '100',
    price: 9900,
    about: 'Thirty litres, with a rain cover and a padded belt.',
    tags: ['hiking', 'outdoor', 'travel'],
    options: { Color: colors },
  },
  {
    noun: 'Tent',
    category: 'Outdoor > Tents',
    googleCategory: '1023',
    price: 24900,
    about: 'A freestanding tent that one person can pitch.',
    tags: ['camping', 'outdoor'],
    options: { Capacity: ['1 person', '2 persons', '4 persons'] },
  },
  {
    noun: 'Sleeping Bag',
    category: 'Outdoor > Sleeping Bags',
    googleCategory: '1020',
    price: 16900,
    about: 'Down filled, packs down to the size of a loaf.',
    tags: ['camping', 'outdoor', 'warm'],
    options: { Comfort: ['+5 °C', '-5 °C', '-15 °C'], Length: ['Regular', 'Long'] },
  },
  {
    noun: 'Ceramic Mug',
    category: 'Kitchen > Mugs',
    googleCategory: '2169',
    price: 1800,
    about: 'Thrown by hand and safe for the dishwasher.',
    tags: ['coffee', 'tea', 'gift'],
    options: { Glaze: ['Sea', 'Ash', 'Sun'] },
  },
  {
    noun: 'Chef Knife',
    category: 'Kitchen > Knives',
    googleCategory: '665',
    price: 11900,
    about: 'Carbon steel with a handle of walnut.',
    tags: ['cooking', 'steel', 'gift'],
    options: { Blade: ['16 cm', '20 cm', '24 cm'] },
  },
  {
    noun: 'Iron Pan',
    category: 'Kitchen > Pans',
    googleCategory: '6070',
    price: 5900,
    about: 'Cast iron for every hob and for the fire.',
    tags: ['cooking', 'iron', 'camping'],
    options: { Diameter: ['20 cm', '24 cm', '28 cm'] },
  },
  {
    noun: 'Coffee Beans',
    category: 'Food > Coffee',
    googleCategory: '1868',
    price: 1450,
    about: 'Roasted every week; a bag holds 500 g.',
    tags: ['coffee', 'organic'],
    options: { Roast: ['Light', 'Medium', 'Dark'] },
    special: 'unit price',
  },
  {
    noun: 'Nut Butter',
    category: 'Food > Spreads',
    googleCategory: '6784',
    price: 890,
    about: 'Roasted nuts and a little salt.',
    tags: ['breakfast', 'vegan'],
    options: { Kind: ['Almond', 'Cashew', 'Hazelnut'] },
    special: 'allergens',
  },
  {
    noun: 'Dried Apples',
    category: 'Food > Fruit',
    googleCategory: '430',
    price: 1990,
    about: 'Apple rings from the valley, sold by weight.',
    tags: ['breakfast', 'vegan', 'organic'],
    options: {},
    special: 'by weight',
  },
  {
    noun: 'Climbing Rope',
    category: 'Outdoor > Climbing',
    googleCategory: '3367',
    price: 390,
    about: 'A dynamic rope of 9.8 mm, cut to length.',
    tags: ['climbing', 'outdoor', 'sport'],
    options: { Color: ['Orange', 'Teal'] },
    special: 'by length',
  },
  {
    noun: 'Desk Lamp',
    category: 'Home > Lamps',
    googleCategory: '4636',
    price: 6900,
    about: 'A lamp with a long arm and a warm light.',
    tags: ['light', 'office'],
    options: { Finish: ['Brass', 'Black', 'White'] },
    special: 'warranty',
  },
  {
    noun: 'Bluetooth Speaker',
    category: 'Home > Audio',
    googleCategory: '249',
    price: 7900,
    about: 'Plays for twelve hours and survives a splash.',
    tags: ['music', 'travel'],
    options: { Color: colors },
    special: 'warranty',
  },
  {
    noun: 'Wooden Train',
    category: 'Toys > Trains',
    googleCategory: '2505',
    price: 3400,
    about: 'An engine and three wagons of beech.',
    tags: ['children', 'gift', 'wood'],
    options: {},
  },
  {
    noun: 'Engraved Pen',
    category: 'Office > Pens',
    googleCategory: '977',
    price: 4500,
    about: 'A ball pen with a name engraved to order.',
    tags: ['gift', 'office'],
    options: { Ink: ['Blue', 'Black'] },
    special: 'final sale',
  },
  {
    noun: 'Red Wine',
    category: 'Food > Wine',
    googleCategory: '421',
    price: 1290,
    about: 'From old vines on a stony slope.',
    tags: ['dinner', 'gift'],
    options: { Vintage: ['2021', '2022', '2023'] },
    special: 'adults',
  },
];

export const seriesNames = [
  'Alder',
  'Birch',
  'Cedar',
  'Dune',
  'Ember',
  'Fjord',
  'Grove',
  'Harbor',
  'Iris',
  'Juniper',
  'Kestrel',
  'Lark',
  'Meadow',
  'Northwind',
  'Osprey',
] as const;
