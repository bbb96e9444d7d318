import { fireEvent, waitFor } from '@testing-library/react';
import { expect, onTestFinished, vi } from 'vitest';

/** Replaces XMLHttpRequest, which reports upload progress: sends by the fake `fetch`, while jsdom's would use the network. */
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

/** Redirects the page's uploads to the fake gateway. */
export const carryUploads = () => vi.stubGlobal('XMLHttpRequest', CountedRequest);

/** Returns a file's text. */
export const textOf = (file: Blob) =>
  new Promise<string>((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error);
    reader.readAsText(file);
  });

/** Selects a file in the open dialog. */
export function chooseFile(content: BlobPart, name = 'ventas.csv'): void {
  const input = document.querySelector('[role=dialog] input[type=file]');
  if (!input) throw new Error('no dialog has a file input');
  fireEvent.change(input, { target: { files: [new File([content], name, { type: 'text/csv' })] } });
}

/** A downloaded file. */
export interface SavedFile {
  name: string;
  content: Blob;
}

/** Records the page's downloads in order, until the test ends. */
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

/** Waits for the first download and removes it from the list. */
export async function downloaded(saved: SavedFile[]): Promise<{ name: string; text: string }> {
  await waitFor(() => expect(saved).not.toEqual([]));
  const { name, content } = saved.shift() as SavedFile;
  return { name, text: await textOf(content) };
}
