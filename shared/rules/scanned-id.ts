import { labelOf, parseLabel, parseTrackingId } from './tracking-id.ts';

/**
 * Extracts a tracking id or a label, in its stored form, from typed, pasted or scanned text: the id alone, or a URL
 * that contains it, like the code on a label. Returns null when the text has no id.
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
