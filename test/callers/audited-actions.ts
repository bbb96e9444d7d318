import { fieldWord, isShownDetail } from '#server/people/audit/change-words.ts';
import type { TestApp } from '#test/app/test-app.ts';

/** Order of the rows in which they were written, even with a clock that a test stopped or set back. */
export const AS_WRITTEN = 'xmin::text::bigint, ctid';

/** A row for each act: equal ones of a minute are one row of the table. */
const ACTS = 'audit_log, generate_series(1, times)';

/** Returns the actions in the audit trail, oldest first, without the first `after` ones. */
export async function auditedActions(app: TestApp, after = 0): Promise<string[]> {
  const rows = await app.owner<{ action: string }>(`SELECT action FROM ${ACTS} ORDER BY ${AS_WRITTEN} OFFSET $1`, [
    after,
  ]);
  return rows.map(({ action }) => action);
}

/** Returns what the rows of the audit trail contain besides the actor and the network, as one text in lower case. */
export async function auditedContent(app: TestApp, after: number): Promise<string> {
  const rows = await app.owner<{ content: string }>(
    `SELECT concat_ws(' ', target, fields, details, request_id) AS content FROM ${ACTS}
     ORDER BY ${AS_WRITTEN} OFFSET $1`,
    [after],
  );
  return rows.map(({ content }) => content.toLowerCase()).join('\n');
}

/** Names of fields that contain secrets or personal data, with all that is inside them. */
const PRIVATE =
  /password|token|^code$|codes$|^key$|secret|mail|phone|telefono|(first|last)_name|^(nombre|apellido)$|receiver|document|street|username|^value$/i;

/** Lists secrets and personal texts in a request's or a response's body, in lower case. */
function privateTexts(body: unknown, inside = false): string[] {
  if (typeof body === 'string') return inside && body.length > 5 ? [body.toLowerCase()] : [];
  if (typeof body !== 'object' || body === null) return [];
  return Object.entries(body).flatMap(([name, value]) => privateTexts(value, inside || PRIVATE.test(name)));
}

/** Lists the secrets and personal texts of requests and responses that rows of the audit trail contain. @param before number of acts before */
export async function leakedTexts(app: TestApp, before: number, bodies: readonly unknown[]): Promise<string[]> {
  const content = await auditedContent(app, before);
  return bodies.flatMap((body) => privateTexts(body)).filter((text) => content.includes(text));
}

/** Lists the fields and details of rows for which the file of the activity has no words. */
export async function unnamedChanges(app: TestApp): Promise<string[]> {
  const names = await app.owner<{ name: string; detail: boolean }>(
    `SELECT DISTINCT unnest(fields) AS name, false AS detail FROM audit_log
     UNION SELECT jsonb_object_keys(details), true FROM audit_log WHERE jsonb_typeof(details) = 'object'`,
  );
  return names
    .filter(({ name, detail }) => fieldWord(name) === null && (!detail || isShownDetail(name)))
    .map(({ name }) => name);
}
