/** SQL of a string constant of ours. */
export const quoted = (text: string) => `'${text.replaceAll("'", "''")}'`;
