import type { AnyEndpoint, ReplyOf } from '#shared/kit/http/endpoint.ts';
import { type CallOptions, call, type Transport } from './api.ts';

/** Called with the number of bytes sent so far and in total. */
export type OnSent = (sent: number, total: number) => void;

/**
 * Uploads one file and reports progress, which `fetch` can't.
 *
 * @throws {ApiError} as `call` does; the signal's reason when it was aborted
 */
export function upload<E extends AnyEndpoint>(
  endpoint: E,
  file: File,
  { onSent, ...options }: CallOptions<E> & { onSent: OnSent },
): Promise<ReplyOf<E>> {
  const form = new FormData();
  form.append(endpoint.upload ?? 'file', file, file.name);
  return call(endpoint, { ...(options as unknown as CallOptions<E>), form, transport: xhrTransport(onSent) });
}

/** Sends a request like `fetch` and reports the bytes sent. */
const xhrTransport =
  (onSent: OnSent): Transport =>
  (url, { method, headers, body, signal }) =>
    new Promise((resolve, reject) => {
      signal?.throwIfAborted();
      const request = new XMLHttpRequest();
      request.open(method, url);
      headers.forEach((value, name) => {
        request.setRequestHeader(name, value);
      });
      request.upload.onprogress = ({ loaded, total }) => onSent(loaded, total);
      request.onload = () =>
        resolve(new Response(request.responseText, { status: request.status, headers: headersOf(request) }));
      request.onerror = () => reject(new TypeError('No answer came'));
      request.onabort = () => reject(signal?.reason);
      signal?.addEventListener('abort', () => request.abort());
      request.send(body);
    });

function headersOf(request: XMLHttpRequest): Headers {
  const headers = new Headers();
  for (const line of request.getAllResponseHeaders().split('\r\n')) {
    const [name, value] = line.split(/: (.*)/);
    if (name && value) headers.append(name, value);
  }
  return headers;
}
