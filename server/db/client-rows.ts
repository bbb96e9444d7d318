/**
 * Returns rows as JSON for `json_to_recordset`, each with its client, for a statement with the condition `w.client_id = $1`. The condition
 * is always true, but the planner then expects one row and not a hundred: it looks each row up by its key, and keeps that plan for later calls.
 */
export const clientRows = (clientId: number, rows: readonly object[]): string =>
  JSON.stringify(rows.map((row) => ({ client_id: clientId, ...row })));

/**
 * Returns ids as such rows, each once, for frequent statements. With `id = ANY($2)` the planner expects ten ids, so that a plan for each
 * single call is cheaper than one for all, and every call is planned anew.
 */
export const clientKeys = (clientId: number, ids: readonly number[]): string =>
  clientRows(
    clientId,
    [...new Set(ids)].map((id) => ({ id })),
  );
