import type pg from 'pg';

/** A value of a row; dates are written as instants, objects as JSON. */
export type Cell = string | number | boolean | Date | null | object;

const SPECIAL = /[\\\t\n\r]/g;
const ESCAPES: Record<string, string> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' };

function cellText(cell: Cell): string {
  if (cell === null) return '\\N';
  if (cell instanceof Date) return cell.toISOString();
  const text = typeof cell === 'object' ? JSON.stringify(cell) : String(cell);
  return text.replace(SPECIAL, (character) => ESCAPES[character] as string);
}

/** Formats a row in COPY's text format. */
export function copyLine(cells: readonly Cell[]): string {
  return `${cells.map(cellText).join('\t')}\n`;
}

/** Methods of the driver's connection for COPY that its types lack. */
interface CopyConnection {
  query(text: string): void;
  sendCopyFromChunk(chunk: Buffer): void;
  endCopyFrom(): void;
}

/** Copies lines into a table by one COPY. @returns when the server has stored all of them */
export function copyInto(client: pg.Client, table: string, columns: readonly string[], lines: string): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  let failure: Error | undefined;
  // The driver forwards the server's messages to an object with a query's methods.
  client.query({
    submit: (connection: CopyConnection) => connection.query(`COPY ${table} (${columns.join(', ')}) FROM STDIN`),
    handleCopyInResponse(connection: CopyConnection) {
      connection.sendCopyFromChunk(Buffer.from(lines));
      connection.endCopyFrom();
    },
    handleError(error: Error) {
      failure = error;
      reject(error);
    },
    handleCommandComplete() {},
    handleReadyForQuery: () => failure ?? resolve(),
  } as unknown as pg.Submittable);
  return promise;
}
