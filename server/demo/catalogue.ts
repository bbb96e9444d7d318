import type { BodyOf } from '#shared/kit/http/endpoint.ts';
import type { createProduct } from '#shared/orders/product/new-product.ts';
import { readBarcode } from '#shared/orders/rules/code/barcode.ts';
import type { Account } from './accounts.ts';
import { seededRandom } from './seed/seeded-random.ts';

/** SKU prefix, name, category, price in pesos, grams, and length, width, height in cm. */
type Line = readonly [string, string, number, number, number, number, number, number];

const lines: readonly Line[] = [
  ['REM', 'Remera de algodón', 1, 18_900, 220, 30, 25, 3],
  ['BUZ', 'Buzo frisado', 1, 42_500, 650, 38, 32, 8],
  ['ZAP', 'Zapatillas urbanas', 1, 78_990, 950, 34, 22, 13],
  ['AUR', 'Auriculares inalámbricos', 2, 54_300, 180, 16, 12, 6],
  ['LAM', 'Lámpara de escritorio', 3, 36_750, 1400, 42, 20, 18],
  ['ALM', 'Almohadón tejido', 3, 21_400, 480, 42, 42, 12],
  ['CRE', 'Crema de manos de caléndula', 4, 8_650, 120, 15, 5, 5],
  ['YER', 'Yerba mate agroecológica', 5, 6_990, 1000, 20, 12, 8],
  ['MAN', 'Mancuernas encauchetadas', 6, 33_200, 4000, 24, 14, 14],
  ['BLO', 'Bloques de madera', 7, 27_800, 1300, 32, 24, 8],
  ['CUA', 'Cuaderno cosido', 8, 9_450, 310, 22, 16, 2],
  ['DES', 'Juego de destornilladores', 9, 24_900, 870, 28, 18, 5],
  ['MAT', 'Mate de calabaza', 10, 15_600, 260, 14, 10, 10],
];

const colours = ['negro', 'blanco', 'verde', 'azul', 'rojo', 'arena'];
const sizes = ['chico', 'mediano', 'grande', 'extra grande'];

/** Returns an EAN of the prefix of Argentina, which begins with a number of up to nine digits. */
function eanOf(number: number): string {
  const digits = `779${String(number).padStart(9, '0')}`;
  return Array.from({ length: 10 }, (_, check) => `${digits}${check}`).find((code) => readBarcode(code)) ?? '';
}

type ProductForm = BodyOf<typeof createProduct>;

/**
 * Returns an account's products: every line in several colours and sizes. One in eleven is inactive, and one in three has no bar code.
 */
export function demoProducts({ username, products }: Account): ProductForm[] {
  return Array.from({ length: products }, (_, index) => {
    const random = seededRandom(`product ${username} ${index}`);
    const [sku, name, category, pesos, grams, length, width, height] = lines[index % lines.length] as Line;
    const variant = Math.floor(index / lines.length);
    const colour = colours[variant % colours.length] as string;
    const size = sizes[Math.floor(variant / colours.length) % sizes.length] as string;
    return {
      sku: `${sku}-${colour.slice(0, 3).toUpperCase()}-${size.slice(0, 1).toUpperCase()}`,
      description: `${name} ${colour}, ${size}`,
      category,
      value: (pesos + random.int(-9, 9) * 50) * 100,
      length,
      height,
      width,
      weight: grams + random.int(0, 8) * 10,
      active: index % 11 !== 10,
      barcode: index % 3 === 2 ? '' : eanOf(1_234_000 + index),
    };
  });
}
