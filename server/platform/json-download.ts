import { Readable } from 'node:stream';
import { Download } from './http/response/download.ts';

/**
 * Streams an object as a JSON download. A value that is a list of pages is written as one list; its next page is read only when
 * the receiver has taken most of the last one.
 *
 * @param name file name without extension
 */
export function jsonDownload(name: string, values: Record<string, unknown>): Download {
  async function* chunks() {
    let separator = '{\n';
    for (const [key, value] of Object.entries(values)) {
      yield `${separator}${JSON.stringify(key)}: `;
      if (isPages(value)) yield* list(value);
      else yield JSON.stringify(value, null, 2);
      separator = ',\n';
    }
    yield '\n}\n';
  }
  return new Download(
    'application/json; charset=utf-8',
    `${name}.json`,
    Readable.from(chunks(), { objectMode: false }),
  );
}

async function* list(pages: AsyncIterable<readonly unknown[]>): AsyncGenerator<string> {
  let separator = '[';
  for await (const page of pages) {
    for (const item of page) {
      yield `${separator}\n${JSON.stringify(item, null, 2)}`;
      separator = ',';
    }
  }
  yield separator === '[' ? '[]' : '\n]';
}

const isPages = (value: unknown): value is AsyncIterable<readonly unknown[]> =>
  typeof value === 'object' && value !== null && Symbol.asyncIterator in value;
