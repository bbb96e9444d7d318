/** Percent-encodes everything but letters, digits and `_.~-` (RFC 3986): `encodeURIComponent` leaves `!'()*` as they are. */
export function percentEncoded(text: string): string {
  return encodeURIComponent(text).replace(/[!'()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`);
}
