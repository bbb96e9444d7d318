import type { Trx } from '#server/db/connection.ts';
import type { Deps } from '#server/integrations/deps.ts';
import { refusedField } from '#server/platform/http/response/refused-field.ts';
import { violatedUniqueKey } from '#server/platform/unique-violation.ts';
import { Failure } from '#shared/kit/http/failure.ts';
import { messages } from '#shared/kit/messages.ts';
import { type CategoryRow, insertCategory, isNameTaken, readCategories, updateCategory } from './category.store.ts';

/** Lists all product categories, sorted by name. */
export async function listCategories({ db }: Pick<Deps, 'db'>): Promise<CategoryRow[]> {
  return db.withProvider(readCategories);
}

/** Creates a category. @throws Failure 422 if its name is taken */
export async function createCategory({ db, events }: Pick<Deps, 'db' | 'events'>, name: string): Promise<CategoryRow> {
  return withUniqueName(db, name, null, async (trx) => {
    const row = await insertCategory(trx, name);
    events.record(trx, null, 'category.created', { id: row.id, name });
    return row;
  });
}

/** Renames a category. @throws Failure 404 if there is none with this id, 422 if another category has the name */
export async function renameCategory(
  { db, events }: Pick<Deps, 'db' | 'events'>,
  id: number,
  name: string,
): Promise<CategoryRow> {
  return withUniqueName(db, name, id, async (trx) => {
    const row = await updateCategory(trx, id, name);
    if (!row) throw new Failure(404, messages.notFound);
    const { before, ...category } = row;
    if (before !== name) events.record(trx, null, 'category.renamed', { id, name });
    return category;
  });
}

/**
 * Refuses a taken name: a query compares without case and accents, and the unique key detects concurrent identical
 * names.
 */
async function withUniqueName<T>(
  db: Deps['db'],
  name: string,
  id: number | null,
  write: (trx: Trx) => Promise<T>,
): Promise<T> {
  const taken = refusedField('name', 'Ya existe una categoría con ese nombre');
  try {
    return await db.withProvider(async (trx) => {
      if (await isNameTaken(trx, name, id)) throw taken;
      return write(trx);
    });
  } catch (error) {
    throw violatedUniqueKey(error) === null ? error : taken;
  }
}
