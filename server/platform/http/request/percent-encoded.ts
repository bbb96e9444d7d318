/** Percent-encodes everything but letters, digits and `_.~-` (RFC 3986), also `!'()*`, which `encodeURIComponent` leaves. */
export function percentEncoded(text: string): string {
  return encodeURIComponent(text).replace(/[!'()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`);
}
