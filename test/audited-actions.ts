import type { TestApp } from './test-app.ts';

/** Returns the actions in the audit trail, oldest first, without the first `after` ones. */
export async function auditedActions(app: TestApp, after = 0): Promise<string[]> {
  const rows = await app.owner<{ action: string }>('SELECT action FROM audit_log ORDER BY at, id OFFSET $1', [after]);
  return rows.map(({ action }) => action);
}
