import { fireEvent, waitFor } from '@testing-library/react';
import { expect, onTestFinished, vi } from 'vitest';

/** Takes the place of a request that counts its bytes, which jsdom would send over the network: goes by `fetch`. */
class CountedRequest {
  upload: { onprogress: ((event: { loaded: number; total: number }) => void) | null } = { onprogress: null };
  onload: (() => void) | null = null;
  onerror: (() => void) | null = null;
  onabort: (() => void) | null = null;
  status = 0;
  responseText = '';
  readonly #headers = new Headers();
  readonly #control = new AbortController();
  #method = 'GET';
  #url = '';
  #answered = '';

  open(method: string, url: string): void {
    this.#method = method;
    this.#url = url;
  }

  setRequestHeader(name: string, value: string): void {
    this.#headers.set(name, value);
  }

  getAllResponseHeaders(): string {
    return this.#answered;
  }

  abort(): void {
    this.#control.abort();
    this.onabort?.();
  }

  async send(body: FormData): Promise<void> {
    this.upload.onprogress?.({ loaded: 1, total: 2 });
    try {
      const { signal } = this.#control;
      const response = await fetch(this.#url, { method: this.#method, headers: this.#headers, body, signal });
      this.responseText = await response.text();
      this.status = response.status;
      this.#answered = [...response.headers].map(([name, value]) => `${name}: ${value}\r\n`).join('');
      if (!signal.aborted) this.onload?.();
    } catch {
      this.onerror?.();
    }
  }
}

/** Lets uploads of the page reach the gateway of the test. */
export const carryUploads = () => vi.stubGlobal('XMLHttpRequest', CountedRequest);

/** Text of a file, as a browser reads it. */
export const textOf = (file: Blob) =>
  new Promise<string>((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error);
    reader.readAsText(file);
  });

/** Chooses a file in the dialog that is open. */
export function chooseFile(content: BlobPart, name = 'ventas.csv'): void {
  const input = document.querySelector('[role=dialog] input[type=file]');
  if (!input) throw new Error('no dialog has a file input');
  fireEvent.change(input, { target: { files: [new File([content], name, { type: 'text/csv' })] } });
}

/** A file that the page handed to the browser's downloads. */
export interface SavedFile {
  name: string;
  content: Blob;
}

/** Records the files that the page hands to the browser's downloads, in order, until the test ends. */
export function recordDownloads(): SavedFile[] {
  const saved: SavedFile[] = [];
  let last = new Blob();
  URL.createObjectURL = (content) => {
    last = content as Blob;
    return 'blob:download';
  };
  URL.revokeObjectURL = () => undefined;
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push({ name: this.download, content: last });
  });
  onTestFinished(() => click.mockRestore());
  return saved;
}

/** Waits for the first of these downloads, and removes it from them. */
export async function downloaded(saved: SavedFile[]): Promise<{ name: string; text: string }> {
  await waitFor(() => expect(saved).not.toEqual([]));
  const { name, content } = saved.shift() as SavedFile;
  return { name, text: await textOf(content) };
}
