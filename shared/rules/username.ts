/**
 * Whether nobody can mistake a new user name for another one: letters of the Spanish keyboard and of other Latin
 * alphabets with their accents, digits and `. _ @ + -`. Letters of other scripts look the same (Cyrillic `а`), and some
 * that Unicode counts as letters aren't seen at all (Hangul fillers).
 */
export function isUnambiguousUsername(name: string): boolean {
  const bare = name.normalize('NFD').replace(/[\u0300-\u036f]/g, '');
  return name === name.normalize('NFC') && /^[a-z0-9._@+-]+$/i.test(bare) && !/\p{M}/u.test(name);
}
