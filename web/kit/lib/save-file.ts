/** Downloads a file under a name. */
export function saveFile(file: Blob, name: string): void {
  const url = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // A download that has begun keeps its own reference to the bytes.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
