import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';

/**
 * Writes down, for every query, where our code asked it and which columns the database answered, a line for each new
 * finding, so that `scripts/check-rows.ts` can compare them with the declared type of the row. Only where a folder for it
 * is named.
 */
const folder = process.env.ROWS_FOLDER;

/** Frames of those who only pass a query on. */
const PASSED_ON = /server\/db\/(connection|database)\.ts|node_modules|record-rows/;
const FRAME = /file:\/\/(\S+?:\d+:\d+)/;

function placeOf(stack = ''): string | undefined {
  const frame = stack.split('\n').find((line) => FRAME.test(line) && !PASSED_ON.test(line));
  return frame && FRAME.exec(frame)?.[1];
}

const written = new Set<string>();

function write(place: string, { fields, rows }: pg.QueryResult): void {
  for (const { name, dataTypeID: type } of fields ?? []) {
    const hasNull = rows.some((row: Record<string, unknown>) => row[name] === null);
    const line = `${JSON.stringify({ place, name, type, hasNull })}\n`;
    if (written.has(line)) continue;
    written.add(line);
    appendFileSync(join(folder as string, `${process.pid}.jsonl`), line);
  }
}

const { query } = pg.Client.prototype as { query: (...args: unknown[]) => unknown };

// Several test files share a process.
if (folder && query.name !== 'recorded') {
  Object.assign(pg.Client.prototype, {
    query: function recorded(this: pg.Client, ...args: unknown[]) {
      const place = placeOf(new Error('where').stack);
      const answer = query.apply(this, args);
      if (place && answer instanceof Promise)
        answer.then(
          (result) => write(place, result),
          () => {},
        );
      return answer;
    },
  });
}
