/**
 * Returns whether an e-mail address, with its domain in Unicode, has letters of Latin and of another script in its local part or in one label
 * of its domain: a Cyrillic `а` looks like a Latin one, and the mail goes to another domain.
 */
export function hasMixedScripts(address: string): boolean {
  const at = address.lastIndexOf('@');
  const parts = [address.slice(0, Math.max(at, 0)), ...address.slice(at + 1).split('.')];
  return parts.some((part) => /\p{Script=Latin}/u.test(part) && /(?!\p{Script=Latin})\p{L}/u.test(part));
}
