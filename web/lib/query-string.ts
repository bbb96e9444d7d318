/**
 * Writes a query in the form that the gateway reads: `page=1&filter[from_date]=2026-01-31`. Empty values (`''`, null,
 * undefined) are left out (D1 §7).
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
