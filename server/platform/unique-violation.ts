/** SQLSTATE of a row whose unique key another row has. */
export const UNIQUE_VIOLATION = '23505';

/** Returns the name of the unique key that a failed write violated, '' if the database didn't name it; null for any other error. */
export function violatedUniqueKey(error: unknown): string | null {
  if (typeof error !== 'object' || error === null || !('code' in error) || error.code !== UNIQUE_VIOLATION) return null;
  return 'constraint' in error && typeof error.constraint === 'string' ? error.constraint : '';
}
