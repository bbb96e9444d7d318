/**
 * Returns rows as JSON for `json_to_recordset`, each with its client, for a statement with the condition `w.client_id = $1`. The condition
 * is always true, but the planner then expects one row and not a hundred: it looks each row up by its key. Otherwise it reads all rows of the
 * client where clients have few on average, also for a client that has many.
 */
export const clientRows = (clientId: number, rows: readonly object[]): string =>
  JSON.stringify(rows.map((row) => ({ client_id: clientId, ...row })));
