/**
 * Returns the file in a data URL; null without one. Decoded here because the content security policy forbids fetching
 * data URLs.
 */
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
