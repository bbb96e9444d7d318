import { labelOf, parseLabel, parseTrackingId } from './tracking-id.ts';

/** Characters that a scanner set to a US keyboard types on a computer with a Spanish one, and what it read. */
const US_ON_SPANISH: Readonly<Record<string, string>> = { Ñ: ':', ñ: ';', '-': '/', "'": '-', _: '?', '¿': '=' };

/**
 * Extracts a tracking id or a label, in its stored form, from typed, pasted or scanned text: the id alone, or a URL
 * that contains it, like the code on a label. Returns null when the text has no id.
 */
export function parseScannedId(text: string): string | null {
  return idOf(text) ?? idOf(asReadByScanner(text));
}

/** Returns what a scanner set to a US keyboard read, from what it typed on a computer with a Spanish one. */
export const asReadByScanner = (typed: string): string =>
  typed.replace(/[Ññ\-'_¿]/g, (character) => US_ON_SPANISH[character] as string);

function idOf(text: string): string | null {
  const steps = /^https?:/i.test(text.trim()) ? text.split(/[/?#&=\s]/) : [text];
  for (const step of steps) {
    const label = parseLabel(step);
    const id = label ? labelOf(label.trackingId, label.n) : parseTrackingId(step);
    if (id !== null) return id;
  }
  return null;
}
