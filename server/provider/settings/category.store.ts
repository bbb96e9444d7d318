import { execute, run, runOne, type Trx } from '#server/db/connection.ts';
import { type Statement, statement } from '#server/db/statement.ts';

export interface CategoryRow {
  id: number;
  name: string;
}

const READ_CATEGORIES: Statement<CategoryRow> = statement(
  'category.read-categories',
  'SELECT id, name FROM product_categories ORDER BY norm(name), id',
);

/** Reads all categories, sorted by name. */
export async function readCategories(trx: Trx): Promise<CategoryRow[]> {
  return run(trx, READ_CATEGORIES);
}

/** Whether a category other than `except` has the name, ignoring case and accents. */
export async function isNameTaken(trx: Trx, name: string, except: number | null): Promise<boolean> {
  const changed = await execute(
    trx,
    'SELECT FROM product_categories WHERE norm(name) = norm($1) AND id IS DISTINCT FROM $2::integer',
    [name, except],
  );
  return changed > 0;
}

const INSERT_CATEGORY: Statement<CategoryRow> = statement(
  'category.insert-category',
  'INSERT INTO product_categories (name) VALUES ($1) RETURNING id, name',
);

export async function insertCategory(trx: Trx, name: string): Promise<CategoryRow> {
  return runOne(trx, INSERT_CATEGORY, [name]);
}

const UPDATE_CATEGORY: Statement<CategoryRow & { before: string }> = statement(
  'category.update-category',
  `UPDATE product_categories c SET name = $2
   FROM (SELECT name FROM product_categories WHERE id = $1 FOR UPDATE) before
   WHERE c.id = $1 RETURNING c.id, c.name, before.name AS before`,
);

/** Renames a category. @returns null if there is none with this id */
export async function updateCategory(
  trx: Trx,
  id: number,
  name: string,
): Promise<(CategoryRow & { before: string }) | null> {
  const [row] = await run(trx, UPDATE_CATEGORY, [id, name]);
  return row ?? null;
}
