/** Words of questions about a product, such as "is it heavy". Words of one line ask for
 * the same fact; those after a bar only answer it. */
export const factWords = `weigh, weight, weighs, heavy, light, lightweight, kilos | g, kg, gram, grams, kilogram, kilo, lb, lbs, pound, ounce, oz
    big, long, tall, wide, high, deep, thick, size, dimensions, dimension, measurements, measure, length, width, height, diameter | cm, mm, inch, inches, centimetre, millimetre, metre
    capacity, volume, hold, holds, roomy | litre, liter, l, ml, millilitre, milliliter
    fit, fits, fitting
    people, person, persons
    wash, washed, washable, washing, clean, cleaning, care, dishwasher, iron, dry, hand, machine
    waterproof, rainproof, rain, water, wet, weatherproof, showerproof, repellent, leakproof, swim
    warm, cold, winter, insulated, snow, temperature
    made, material, materials, fabric, composition, consist | cotton, wool, leather, silk, linen, steel, wood, oak, glass, stoneware, porcelain, polyester, nylon, cashmere, merino, canvas, denim, suede, rubber, brass, silver, gold, cork, bamboo, ceramic, cast
    lined, lining
    sleeve, sleeves, sleeveless
    set, pair, pack, pieces | two, three, four, five, six, eight
    pocket, pockets
    strap, straps
    hood, hooded
    battery, batteries, charge, charging, rechargeable, usb
    safe, allergy, hypoallergenic, hypoallergic
    vegan, animal
    smell, scent, scented, unscented`;
