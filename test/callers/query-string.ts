import qs from 'qs';

/** Builds a query string like `?filter[from_date]=…&page=1` without empty values; '' for an empty query. */
export function toQueryString(query: unknown): string {
  return qs.stringify(query, { addQueryPrefix: true, skipNulls: true, arrayFormat: 'brackets' });
}
