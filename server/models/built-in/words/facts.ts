/** Words of questions about a product, with the words and units of descriptions that respond to them. */
export const factWords: Readonly<Record<string, string>> = {
  'weigh weight weighs heavy light lightweight':
    'weigh weighs weight light lightweight heavy kg g gram grams lb lbs oz ounce ounces kilo',
  'big long tall wide high deep thick size dimensions dimension measurements length width height capacity volume hold holds fit fits roomy':
    'mm cm m inch inches ft feet l ml litre litres liter liters length width height person people sleeps space roomy ample',
  'wash washable washing clean cleaning machine care dishwasher iron dry':
    'wash washed washes washable clean wipe dishwasher iron ironing machine hand',
  'waterproof rainproof rain water wet weatherproof':
    'waterproof waterproofing resistant repellent rain showerproof weathers taped',
  'warm cold winter insulated snow': 'warm warmth winter cold fleece insulated wool down lined thick brushed',
  'made material materials fabric composition':
    'cotton wool linen silk leather denim polyester nylon fleece down cashmere merino suede canvas steel brass oak ash wood glass stoneware ceramic gold silver sterling copper iron titanium aluminium velvet flannel mohair lambswool sheepskin corduroy jute rattan bamboo beeswax terracotta zinc plastic rubber cork twill nylon enamel',
};
