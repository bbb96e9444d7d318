import { run, type Trx } from '#server/db/connection.ts';

export interface CategoryRow {
  id: number;
  name: string;
}

/** Reads all categories, sorted by name. */
export async function readCategories(trx: Trx): Promise<CategoryRow[]> {
  return run<CategoryRow>(trx, 'SELECT id, name FROM product_categories ORDER BY norm(name), id');
}

/** Whether a category other than `except` has the name, ignoring case and accents. */
export async function isNameTaken(trx: Trx, name: string, except: number | null): Promise<boolean> {
  const rows = await run(
    trx,
    'SELECT FROM product_categories WHERE norm(name) = norm($1) AND id IS DISTINCT FROM $2::integer',
    [name, except],
  );
  return rows.length > 0;
}

export async function insertCategory(trx: Trx, name: string): Promise<CategoryRow> {
  const [row] = await run<CategoryRow>(trx, 'INSERT INTO product_categories (name) VALUES ($1) RETURNING id, name', [
    name,
  ]);
  return row as CategoryRow;
}

/** Renames a category. @returns null if there is none with this id */
export async function updateCategory(
  trx: Trx,
  id: number,
  name: string,
): Promise<(CategoryRow & { before: string }) | null> {
  const [row] = await run<CategoryRow & { before: string }>(
    trx,
    `UPDATE product_categories c SET name = $2
     FROM (SELECT name FROM product_categories WHERE id = $1 FOR UPDATE) before
     WHERE c.id = $1 RETURNING c.id, c.name, before.name AS before`,
    [id, name],
  );
  return row ?? null;
}
