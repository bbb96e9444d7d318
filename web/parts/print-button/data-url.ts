/** The file in a data URL. It is taken apart here: the content security policy lets nobody fetch one. */
export function fileInDataUrl(url: string): Blob | null {
  const [, type = '', base64, data = ''] = /^data:([^;,]*)(?:;(?!base64,)[^;,]*)*(;base64)?,(.*)$/s.exec(url) ?? [];
  if (data === '') return null;
  try {
    const bytes = base64
      ? Uint8Array.from(atob(data), (char) => char.charCodeAt(0))
      : new TextEncoder().encode(decodeURIComponent(data));
    return new Blob([bytes], { type });
  } catch {
    return null;
  }
}
