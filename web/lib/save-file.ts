/** Milliseconds in which a browser has taken over a file that it was told to save. */
const TAKEN = 60_000;

/** Saves a file under a name, as following a download link does. */
export function saveFile(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  window.setTimeout(() => URL.revokeObjectURL(url), TAKEN);
}
