import { labelOf, parseLabel, parseTrackingId } from './tracking-id.ts';

/**
 * The tracking id or label, as it is stored, that somebody typed, pasted or scanned: by itself, or within the address that
 * the code of a label holds. Null when there is none in the text.
 */
export function parseScannedId(text: string): string | null {
  const steps = /^https?:/i.test(text.trim()) ? text.split(/[/?#&=\s]/) : [text];
  for (const step of steps) {
    const label = parseLabel(step);
    const id = label ? labelOf(label.trackingId, label.n) : parseTrackingId(step);
    if (id !== null) return id;
  }
  return null;
}
