import { execute, run, runOne, type Trx } from '#server/db/connection.ts';
import { bind, type Query, type Read, type Statement, statement, variant } from '#server/db/statement.ts';
import type { BodyOf, QueryOf } from '#shared/kit/http/endpoint.ts';
import { foldedKey } from '#shared/kit/text/typed-key.ts';
import type { createProduct } from '#shared/orders/product/new-product.ts';
import type { listProducts } from '#shared/orders/product/products.ts';
import { readBarcode } from '#shared/orders/rules/code/barcode.ts';

export type ProductForm = BodyOf<typeof createProduct>;
type PageQuery = QueryOf<typeof listProducts>;

const ROW = `json_build_object('id', p.id, 'sku', p.sku, 'description', p.description,
  'category', json_build_object('id', c.id::text, 'name', c.name), 'value', wire_pesos(p.value_cents),
  'length', p.length_cm, 'height', p.height_cm, 'width', p.width_cm, 'weight', p.weight_g, 'active', p.active,
  'barcode', p.barcode)`;

/**
 * Reads a page of the client's products, the newest first: one row. A page number past the end yields the last page.
 * Text filters match anywhere in the SKU or the description, ignoring case and accents; the SKU's filter also matches a
 * whole bar code. The product whose SKU equals the filter comes first, then the product whose bar code equals it: a
 * scanned code may be part of many SKUs.
 */
export function productPage(clientId: number, query: PageQuery): Read<ProductPage> {
  const { text, values } = pageQuery(clientId, query);
  return bind(variant(PAGE, text), values);
}

/** A page of products; `results` is JSON text. */
type ProductPage = { page: number; total: number; results: string };

function pageQuery(
  clientId: number,
  { page, limit, filter }: Omit<PageQuery, 'filter'> & { filter: Partial<PageQuery['filter']> },
): Query {
  const values: unknown[] = [clientId, page, limit];
  const parameter = (value: unknown) => `$${values.push(value)}`;
  const containing = (column: string, text: string) => {
    const pattern = `like_contains(${parameter(text)})`;
    // The index covers SKU and description together, so the second condition restricts the match to the column.
    return `p.id IN (SELECT id FROM products_matching(${pattern})) AND norm(p.${column}) LIKE ${pattern}`;
  };
  const named = (text: string) => {
    const barcode = readBarcode(text);
    if (barcode === null) return containing('sku', text);
    const pattern = `like_contains(${parameter(text)})`;
    // Two look-ups: with OR, each product of the client would be read.
    return `p.id IN (
      SELECT s.id FROM products_matching(${pattern}) m JOIN products s ON s.client_id = $1 AND s.id = m.id
      WHERE norm(s.sku) LIKE ${pattern}
      UNION ALL
      SELECT b.id FROM products b WHERE b.client_id = $1 AND b.barcode = ${parameter(barcode)} AND b.barcode <> ''
    )`;
  };
  const matching = [
    'p.client_id = $1',
    ...(filter.sku ? [named(filter.sku)] : []),
    ...(filter.description ? [containing('description', filter.description)] : []),
    ...(filter.category ? [`p.category_id::text = ${parameter(filter.category)}`] : []),
    ...(filter.active === undefined ? [] : [`p.active = ${parameter(filter.active)}::boolean`]),
  ].join(' AND ');
  const exact = (text: string) => `CASE WHEN p.sku_key = ${parameter(foldedKey(text))} THEN 0
    WHEN p.barcode = ${parameter(readBarcode(text))} THEN 1 ELSE 2 END, `;
  const order = `${filter.sku ? exact(filter.sku) : ''}p.created_at DESC, p.id DESC`;
  return {
    text: `WITH size AS (SELECT count(*) AS total FROM products p WHERE ${matching}),
      paging AS (SELECT total, greatest(1, least($2::bigint, ceil(total / $3::numeric)::bigint)) AS page FROM size),
      ids AS (
        SELECT p.id FROM products p WHERE ${matching} ORDER BY ${order}
        LIMIT $3::bigint OFFSET ((SELECT page FROM paging) - 1) * $3::bigint
      )
      SELECT paging.page, paging.total, (
        SELECT coalesce(json_agg(${ROW} ORDER BY ${order}), '[]')::text
        FROM ids JOIN products p ON p.client_id = $1 AND p.id = ids.id JOIN product_categories c ON c.id = p.category_id
      ) AS results FROM paging`,
    values,
  };
}

const PAGE: Statement<ProductPage> = statement('product.page', pageQuery(0, { page: 1, limit: 1, filter: {} }).text);

const columns = (form: ProductForm, now: Date) => [
  form.sku,
  form.description,
  form.category,
  form.value,
  form.length,
  form.height,
  form.width,
  form.weight,
  form.active,
  now,
  form.barcode ?? null,
];

const INSERT_PRODUCT = statement(
  'product.insert-product',
  `INSERT INTO products (client_id, sku, description, category_id, value_cents, length_cm, height_cm, width_cm,
     weight_g, active, created_at, updated_at, barcode)
   VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $11, coalesce($12, '')) RETURNING id`,
);

/** Inserts a product. @returns its id */
export async function insertProduct(trx: Trx, clientId: number, form: ProductForm, now: Date): Promise<number> {
  const { id } = await runOne(trx, INSERT_PRODUCT, [clientId, ...columns(form, now)]);
  return id;
}

const LOCK_PRODUCT: Statement<Required<ProductForm>> = statement(
  'product.lock-product',
  `SELECT sku, description, category_id AS category, value_cents AS value, length_cm AS length, height_cm AS height,
     width_cm AS width, weight_g AS weight, active, barcode
   FROM products WHERE client_id = $1 AND id = $2 FOR NO KEY UPDATE`,
);

/** Reads a product of the client, locked for a change; null if there is none with this id. */
export async function lockProduct(trx: Trx, clientId: number, id: number): Promise<ProductForm | null> {
  const [product] = await run(trx, LOCK_PRODUCT, [clientId, id]);
  return product ?? null;
}

/** Updates a product of the client. @returns false if there is none with this id */
export async function changeProduct(
  trx: Trx,
  clientId: number,
  id: number,
  form: ProductForm,
  now: Date,
): Promise<boolean> {
  const changed = await execute(
    trx,
    `UPDATE products SET sku = $3, description = $4, category_id = $5, value_cents = $6, length_cm = $7,
       height_cm = $8, width_cm = $9, weight_g = $10, active = $11, updated_at = $12,
       barcode = coalesce($13, barcode)
     WHERE client_id = $1 AND id = $2`,
    [clientId, id, ...columns(form, now)],
  );
  return changed > 0;
}

/** Reads all categories, sorted by name. */
export const CATEGORIES = bind(
  statement('product.categories', 'SELECT id::text AS id, name FROM product_categories ORDER BY name', {
    prepared: true,
  }),
);

/** The columns of a product that a bulk upload needs. */
interface FoundProduct {
  id: number;
  sku: string;
  weight_g: number;
  value_cents: number;
}

const ACTIVE_PRODUCTS: Statement<FoundProduct> = statement(
  'product.active-products',
  'SELECT id, sku, weight_g, value_cents FROM products WHERE client_id = $1 AND sku_key = ANY ($2::text[]) AND active',
);

/** Returns the client's active products whose SKUs have these normal forms (`foldedKey`). */
export function activeProducts(trx: Trx, clientId: number, keys: readonly string[]): Promise<FoundProduct[]> {
  return run(trx, ACTIVE_PRODUCTS, [clientId, keys]);
}

const HAS_ACTIVE = statement(
  'product.has-active',
  'SELECT EXISTS (SELECT FROM products WHERE client_id = $1 AND active) AS found',
);

/** Returns whether the client has an active product. */
export async function hasActiveProducts(trx: Trx, clientId: number): Promise<boolean> {
  const [row] = await run(trx, HAS_ACTIVE, [clientId]);
  return row?.found === true;
}

const PRODUCT_IDS = statement(
  'product.product-ids',
  `SELECT given, p.id FROM unnest($2::text[], $3::text[]) AS g (given, key)
   JOIN products p ON p.client_id = $1 AND p.sku_key = g.key`,
);

/** Returns the ids of the client's products by the SKUs as given, matched in their normal form (`foldedKey`). */
export async function productIds(
  trx: Trx,
  clientId: number,
  skus: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  if (skus.length === 0) return new Map();
  const rows = await run(trx, PRODUCT_IDS, [clientId, skus, skus.map(foldedKey)]);
  return new Map(rows.map(({ given, id }) => [given, id]));
}
