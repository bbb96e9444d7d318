/**
 * Returns whether a new user name can't be confused with another one: letters of Latin alphabets with their accents,
 * digits and `. _ @ + -`. Letters of other scripts may look like Latin ones (Cyrillic `а`), and some Unicode letters
 * are invisible (Hangul fillers).
 */
export function isUnambiguousUsername(name: string): boolean {
  const bare = name.normalize('NFD').replace(/[\u0300-\u036f]/g, '');
  return name === name.normalize('NFC') && /^[a-z0-9._@+-]+$/i.test(bare) && !/\p{M}/u.test(name);
}
