/** Words of questions about a product, such as "is it heavy". */
export const factWords = `weigh, weight, weighs, heavy, light, lightweight,
    big, long, tall, wide, high, deep, thick, size, dimensions, dimension, measurements, length, width, height, capacity, volume, hold, holds, fit, fits, roomy,
    wash, washable, washing, clean, cleaning, machine, care, dishwasher, iron, dry,
    waterproof, rainproof, rain, water, wet, weatherproof,
    warm, cold, winter, insulated, snow,
    made, material, materials, fabric, composition`;
