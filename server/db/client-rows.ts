/**
 * Returns rows as JSON for `json_to_recordset`, each with its client, for a statement with the condition `w.client_id = $1`. The condition
 * is always true, but the planner then expects one row and not a hundred: it looks each row up by its key, and keeps that plan for later calls.
 */
export const clientRows = (clientId: number, rows: readonly object[]): string =>
  JSON.stringify(rows.map((row) => ({ client_id: clientId, ...row })));

/**
 * Returns ids as such rows, each once, for frequent statements. For `id = ANY($2)` PostgreSQL makes a new plan at each execution: its generic
 * plan expects ten ids, so one for the actual ids looks cheaper.
 */
export const clientKeys = (clientId: number, ids: readonly number[]): string =>
  clientRows(
    clientId,
    [...new Set(ids)].map((id) => ({ id })),
  );
