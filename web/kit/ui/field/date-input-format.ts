/** Formats a day for the input: "2026-11-15" → "15/11/2026". Returns '' for an empty or invalid value. */
export function formatDateInput(iso: string): string {
  const parts = /^(\d{4})-(\d{2})-(\d{2})$/.exec(iso);
  return parts ? `${parts[3]}/${parts[2]}/${parts[1]}` : '';
}

/**
 * Parses a typed day to YYYY-MM-DD: "15/11/2026", "5-1-26", "15112026". Null for an invalid day; two-digit years are in
 * this century.
 */
export function parseDateInput(text: string): string | null {
  const parts =
    /^(\d{1,2})[/.\-\s](\d{1,2})[/.\-\s](\d{4}|\d{2})$/.exec(text.trim()) ??
    /^(\d{2})(\d{2})(\d{4})$/.exec(text.trim());
  if (!parts) return null;
  const [day, month] = [Number(parts[1]), Number(parts[2])];
  const year = parts[3]?.length === 2 ? 2000 + Number(parts[3]) : Number(parts[3]);
  const date = new Date(Date.UTC(year, month - 1, day));
  if (date.getUTCMonth() !== month - 1 || date.getUTCDate() !== day || year < 1900) return null;
  return date.toISOString().slice(0, 10);
}
