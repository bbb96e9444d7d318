/**
 * SQL that builds JSON as text. `json_build_object` finds out how to write each value anew for each row, which is a quarter
 * of what a list of fifty costs; here it is said once, and `to_json` still does the escaping of every text.
 */

/** SQL of a text of ours. */
export const quoted = (text: string) => `'${text.replaceAll("'", "''")}'`;

/** SQL of the JSON of a text, whatever it holds; null for null. */
export const jsonText = (sql: string) => `to_json(${sql})`;

/** SQL of the JSON of a boolean that is never null. */
export const jsonBoolean = (sql: string) => `CASE WHEN ${sql} THEN 'true' ELSE 'false' END`;

/** SQL of the JSON of a text of ours that holds nothing to escape, and is never null: an id, a day, a moment. */
export const jsonPlain = (sql: string) => `'"' || ${sql} || '"'`;

/** SQL of a JSON value that may be null. */
export const orNull = (sql: string) => `coalesce((${sql})::text, 'null')`;

/**
 * SQL of a JSON object, as text.
 *
 * @param members SQL by key: a number that is never null, or the JSON of anything else as the functions above make it
 */
export function jsonObject(members: Readonly<Record<string, string>>): string {
  const parts = Object.entries(members).map(
    ([key, sql], index) => `${quoted(`${index === 0 ? '{' : ','}${JSON.stringify(key)}:`)}, ${sql}`,
  );
  return `concat(${parts.join(', ')}, '}')`;
}

/** SQL of a JSON array, as text, of what an aggregate meets in the given order. @param order `ORDER BY …` */
export const jsonArray = (sql: string, order: string) => `concat('[', string_agg((${sql})::text, ',' ${order}), ']')`;

/** SQL that chooses a constant by a column's values; anything else is null, in JSON. */
export const jsonChosen = (column: string, values: readonly (readonly [value: number, json: unknown])[]) =>
  `CASE ${column} ${values.map(([value, json]) => `WHEN ${value} THEN ${quoted(JSON.stringify(json))}`).join(' ')} ELSE 'null' END`;
