/** Builds a `mailto:` link. Encodes the address so that no part of it adds a recipient, subject or text. */
export const mailtoHref = (email: string) => `mailto:${encodeURIComponent(email).replaceAll('%40', '@')}`;
