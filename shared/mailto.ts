/** Address of a link that writes an e-mail. Encoded, so that no part of the address adds a recipient, subject or text. */
export const mailtoHref = (email: string) => `mailto:${encodeURIComponent(email).replaceAll('%40', '@')}`;
