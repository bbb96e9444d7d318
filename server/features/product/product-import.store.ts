import { run, type Trx } from '#server/db/connection.ts';
import type { Existing } from '#shared/product-import.ts';
import { foldedKey } from '#shared/rules/typed-key.ts';
import type { ProductForm } from './product.store.ts';

const FIELDS = [
  'sku',
  'description',
  'category_id',
  'value_cents',
  'length_cm',
  'height_cm',
  'width_cm',
  'weight_g',
  'active',
  'barcode',
];

const list = (prefix: string) => FIELDS.map((field) => prefix + field).join(', ');

/** SQL of the number that keeps the product of a SKU `given.sku` apart from others that look the same, or 0. */
const REPEAT = `coalesce((
    SELECT same.sku_repeat FROM products same
    WHERE same.client_id = $1 AND same.sku_key = folded_key(given.sku) AND lower(same.sku) = lower(given.sku)
  ), 0)`;

/** SQL of the bar code of a product: that of the import, else the stored one. */
const BARCODE = `coalesce(given.barcode, (
    SELECT kept.barcode FROM products kept
    WHERE kept.client_id = $1 AND kept.sku_key = folded_key(given.sku) AND kept.sku_repeat = ${REPEAT}
  ), '')`;

const GIVEN = FIELDS.map((field) => (field === 'barcode' ? BARCODE : `given.${field}`)).join(', ');

/**
 * Inserts in the order of the SKUs, so that two concurrent imports can't deadlock. A SKU that was stored before SKUs were compared in
 * their normal form addresses its own product.
 */
const INSERT = `INSERT INTO products AS p (client_id, ${list('')}, sku_repeat, created_at, updated_at)
  SELECT $1, ${GIVEN}, ${REPEAT}, $12, $12
  FROM (
    SELECT DISTINCT ON (folded_key(sku)) *
    FROM unnest($2::text[], $3::text[], $4::integer[], $5::bigint[], $6::integer[], $7::integer[], $8::integer[],
      $9::integer[], $10::boolean[], $11::text[]) AS g (${list('')})
    ORDER BY folded_key(sku)
  ) AS given
  ON CONFLICT (client_id, sku_key, sku_repeat)`;

const UPDATE = `DO UPDATE SET (${list('')}, updated_at) = (${list('excluded.')}, excluded.updated_at)
  WHERE (${list('p.')}) IS DISTINCT FROM (${list('excluded.')})`;

/**
 * Inserts products, and updates those whose SKU exists if `existing` is 'update'.
 *
 * @param forms products with distinct SKUs, compared in their normal form (`foldedKey`), and with bar codes that no other product has
 * @returns the result by SKU; unchanged products have no entry
 */
export async function upsertProducts(
  trx: Trx,
  clientId: number,
  forms: readonly ProductForm[],
  existing: Existing,
  now: Date,
): Promise<Map<string, 'created' | 'updated'>> {
  if (forms.length === 0) return new Map();
  const columns = [
    forms.map(({ sku }) => sku),
    forms.map(({ description }) => description),
    forms.map(({ category }) => category),
    forms.map(({ value }) => value),
    forms.map(({ length }) => length),
    forms.map(({ height }) => height),
    forms.map(({ width }) => width),
    forms.map(({ weight }) => weight),
    forms.map(({ active }) => active),
    forms.map(({ barcode }) => barcode ?? null),
  ];
  const rows = await run<{ sku: string; created: boolean }>(
    trx,
    `${INSERT} ${existing === 'update' ? UPDATE : 'DO NOTHING'} RETURNING sku, xmax = 0 AS created`,
    [clientId, ...columns, now],
  );
  return new Map(rows.map(({ sku, created }) => [sku, created ? 'created' : 'updated']));
}

/**
 * Finds products of an import whose bar code another product of the client has.
 *
 * @param existing 'skip' leaves out products whose SKU exists: the import doesn't change them
 * @returns the SKU of the other product, by the SKU of the import
 */
export async function takenBarcodes(
  trx: Trx,
  clientId: number,
  forms: readonly ProductForm[],
  existing: Existing,
): Promise<Map<string, string>> {
  const coded = forms.filter(({ barcode }) => barcode);
  if (coded.length === 0) return new Map();
  const rows = await run<{ sku: string; owner: string }>(
    trx,
    `SELECT g.sku, p.sku AS owner
     FROM unnest($2::text[], $3::text[], $4::text[]) AS g (sku, key, barcode)
     JOIN products p ON p.client_id = $1 AND p.barcode = g.barcode AND p.barcode <> ''
     LEFT JOIN LATERAL (
       SELECT t.id FROM products t WHERE t.client_id = $1 AND t.sku_key = g.key
       ORDER BY lower(t.sku) <> lower(g.sku), t.sku_repeat LIMIT 1
     ) target ON true
     WHERE target.id IS DISTINCT FROM p.id AND (target.id IS NULL OR $5::boolean)`,
    [
      clientId,
      coded.map(({ sku }) => sku),
      coded.map(({ sku }) => foldedKey(sku)),
      coded.map(({ barcode }) => barcode),
      existing === 'update',
    ],
  );
  return new Map(rows.map(({ sku, owner }) => [sku, owner]));
}
