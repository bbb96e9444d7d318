import { run, type Trx } from '#server/db/connection.ts';
import { statement } from '#server/db/statement.ts';
import { foldedKey } from '#shared/kit/text/typed-key.ts';
import type { Existing } from '#shared/orders/product/product-import.ts';
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

const GIVEN = FIELDS.map((field) => (field === 'barcode' ? "coalesce(given.barcode, '')" : `given.${field}`)).join(
  ', ',
);

/** Inserts in the order of the SKUs, so that two concurrent imports can't deadlock. */
const INSERT = `INSERT INTO products AS p (client_id, ${list('')}, created_at, updated_at)
  SELECT $1, ${GIVEN}, $12, $12
  FROM (
    SELECT DISTINCT ON (folded_key(sku)) *
    FROM unnest($2::text[], $3::text[], $4::integer[], $5::bigint[], $6::integer[], $7::integer[], $8::integer[],
      $9::integer[], $10::boolean[], $11::text[]) AS g (${list('')})
    ORDER BY folded_key(sku)
  ) AS given
  ON CONFLICT (client_id, sku_key)`;

/**
 * The values of an update. A product keeps its bar code unless the import gives it one: $13 has the normal SKUs of
 * products that get one.
 */
const CHANGED = [
  ...FIELDS.filter((field) => field !== 'barcode').map((field) => `excluded.${field}`),
  'CASE WHEN p.sku_key = ANY ($13::text[]) THEN excluded.barcode ELSE p.barcode END',
].join(', ');

const UPDATE = `DO UPDATE SET (${list('')}, updated_at) = (${CHANGED}, excluded.updated_at)
  WHERE (${list('p.')}) IS DISTINCT FROM (${CHANGED})`;

const RETURNED = 'RETURNING sku, xmax = 0 AS created';

const UPSERT = statement('product-import.upsert', `${INSERT} ${UPDATE} ${RETURNED}`);

const INSERT_NEW = statement('product-import.insert-new', `${INSERT} DO NOTHING ${RETURNED}`);

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
  const coded = forms.filter(({ barcode }) => barcode !== undefined);
  const rows = await run(trx, existing === 'update' ? UPSERT : INSERT_NEW, [
    clientId,
    ...columns,
    now,
    ...(existing === 'update' ? [coded.map(({ sku }) => foldedKey(sku))] : []),
  ]);
  return new Map(rows.map(({ sku, created }) => [sku, created ? 'created' : 'updated']));
}
