/** Words of questions about a product, such as "is it heavy". Words of one line ask for the same fact. */
export const factWords = `weigh, weight, weighs, heavy, light, lightweight, g, kg, gram, grams, lb, oz
    big, long, tall, wide, high, deep, thick, size, dimensions, dimension, measurements, length, width, height, cm, mm, inch, inches
    capacity, volume, hold, holds, roomy, litre, litres, l, ml
    fit, fits
    wash, washed, washable, washing, clean, cleaning, care, dishwasher, iron, dry
    waterproof, rainproof, rain, water, wet, weatherproof, showerproof
    warm, cold, winter, insulated, snow
    made, material, materials, fabric, composition
    safe, allergy, hypoallergenic`;
