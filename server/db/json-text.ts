/** SQL of a text of ours. */
export const quoted = (text: string) => `'${text.replaceAll("'", "''")}'`;

/** SQL that chooses a constant by a column's values, as JSON; anything else is null, in JSON. */
export const jsonChosen = (column: string, values: readonly (readonly [value: number, json: unknown])[]) =>
  `CASE ${column} ${values.map(([value, json]) => `WHEN ${value} THEN ${quoted(JSON.stringify(json))}`).join(' ')} ELSE 'null' END`;
