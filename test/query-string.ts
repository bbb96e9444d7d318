import qs from 'qs';

/** `?filter[from_date]=…&page=1`, empty values left out; '' when there is nothing to ask. */
export function toQueryString(query: unknown): string {
  return qs.stringify(query, { addQueryPrefix: true, skipNulls: true, arrayFormat: 'brackets' });
}
