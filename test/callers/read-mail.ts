/** A parsed mail. */
export interface ReceivedMail {
  /** Addresses of the SMTP envelope. */
  recipients: string[];
  /** Names in lower case, words decoded. */
  headers: Record<string, string>;
  subject: string;
  text: string;
  html: string;
}

/** Parses a mail of one or two text parts. */
export function readMail(source: string, recipients: string[]): ReceivedMail {
  const whole = splitPart(source);
  const boundary = /boundary="?([^";]+)"?/.exec(whole.headers['content-type'] ?? '')?.[1];
  const parts = boundary ? whole.body.split(`--${boundary}`).slice(1, -1).map(splitPart) : [whole];
  const find = (type: string) => parts.find(({ headers }) => headers['content-type']?.startsWith(type));
  return {
    recipients,
    headers: whole.headers,
    subject: whole.headers.subject ?? '',
    text: decodeBody(find('text/plain')),
    html: decodeBody(find('text/html')),
  };
}

interface Part {
  headers: Record<string, string>;
  body: string;
}

function splitPart(source: string): Part {
  const trimmed = source.replace(/^\r\n/, '');
  const end = trimmed.indexOf('\r\n\r\n');
  const lines = trimmed
    .slice(0, end)
    .replace(/\r\n[ \t]+/g, ' ')
    .split('\r\n');
  const headers = lines.map((line) => {
    const at = line.indexOf(':');
    return [line.slice(0, at).toLowerCase(), decodeWords(line.slice(at + 1).trim())];
  });
  return { headers: Object.fromEntries(headers), body: trimmed.slice(end + 4) };
}

/** Decodes RFC 2047 words: `=?UTF-8?Q?Activ=C3=A1?=`. */
function decodeWords(text: string): string {
  return text
    .replace(/\?=\s+=\?/g, '?==?')
    .replace(/=\?utf-8\?([QB])\?([^?]*)\?=/gi, (_, kind: string, word: string) =>
      kind.toUpperCase() === 'B'
        ? Buffer.from(word, 'base64').toString('utf8')
        : decodeQuotedPrintable(word.replace(/_/g, ' ')),
    );
}

function decodeQuotedPrintable(text: string): string {
  const bytes = text
    .replace(/=\r\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1').toString('utf8');
}

function decodeBody(part: Part | undefined): string {
  if (!part) return '';
  const encoding = part.headers['content-transfer-encoding'];
  if (encoding === 'base64') return Buffer.from(part.body, 'base64').toString('utf8');
  return (encoding === 'quoted-printable' ? decodeQuotedPrintable(part.body) : part.body).replace(/\r\n/g, '\n');
}
