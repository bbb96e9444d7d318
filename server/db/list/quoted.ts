/** Returns a text as an SQL string literal. Only for constants of the code, never for input. */
export const quoted = (text: string) => `'${text.replaceAll("'", "''")}'`;
