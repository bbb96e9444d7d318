/** Counts a text's Unicode code points: an emoji counts once, as in PostgreSQL's `char_length`. */
export function countCodePoints(text: string): number {
  let length = 0;
  for (const _ of text) length += 1;
  return length;
}

/**
 * Returns whether a text has more code points than a limit. Counts only when the number of UTF-16 units isn't decisive.
 */
export function isLonger(text: string, limit: number): boolean {
  return text.length > limit && (text.length > 2 * limit || countCodePoints(text) > limit);
}

/** Returns whether a text has fewer code points than a limit. */
export function isShorter(text: string, limit: number): boolean {
  return text.length < limit || (text.length < 2 * limit && countCodePoints(text) < limit);
}

/** Returns the first code points of a text. Unlike `slice`, it never splits a surrogate pair. */
export function takeCodePoints(text: string, count: number): string {
  return text.length <= count ? text : Array.from(text).slice(0, count).join('');
}
