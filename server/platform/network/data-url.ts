/** Content of a `data:` URL. */
export interface DataUrl {
  /** Media type without parameters, in lower case. Default: `text/plain`. */
  type: string;
  data: Buffer;
}

/** Parses a `data:` URL. @returns null for any other text */
export function readDataUrl(text: string): DataUrl | null {
  const comma = text.indexOf(',');
  const [, type = '', parameters = ''] = /^data:([\w.+/-]*)((?:;[\w=.+-]*)*)$/i.exec(text.slice(0, comma)) ?? [];
  if (comma < 0 || !/^data:/i.test(text)) return null;
  const data = text.slice(comma + 1);
  try {
    const bytes = /;base64$/i.test(parameters)
      ? Buffer.from(data, 'base64')
      : Buffer.from(decodeURIComponent(data), 'utf8');
    return { type: type.toLowerCase() || 'text/plain', data: bytes };
  } catch {
    return null;
  }
}

export const dataUrl = (type: string, data: Buffer) => `data:${type};base64,${data.toString('base64')}`;
