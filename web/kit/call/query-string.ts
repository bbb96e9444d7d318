/**
 * Serialises a query as the gateway reads it: `page=1&filter[from_date]=2026-01-31`. Leaves out empty values (`''`,
 * null, undefined; D1 §7).
 */
export function queryString(query: unknown): string {
  const pairs = new URLSearchParams();
  append(pairs, '', query);
  const text = pairs.toString();
  return text === '' ? '' : `?${text}`;
}

function append(pairs: URLSearchParams, name: string, value: unknown): void {
  if (value === undefined || value === null || value === '') return;
  if (typeof value !== 'object') {
    pairs.append(name, String(value));
    return;
  }
  for (const [key, inner] of Object.entries(value)) append(pairs, name === '' ? key : `${name}[${key}]`, inner);
}
