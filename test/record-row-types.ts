import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';

/**
 * Records, for every query, its call site and the column types that the database returned, one line per new
 * combination. `scripts/check-rows.ts` compares them with the declared row types. Active only with `ROWS_FOLDER`.
 */
const folder = process.env.ROWS_FOLDER;

/** Stack frames that only forward a query. */
const PASSED_ON = /server\/db\/(connection|database)\.ts|node_modules|record-row-types/;
const FRAME = /file:\/\/(\S+?:\d+:\d+)/;

function callSite(stack = ''): string | undefined {
  const frame = stack.split('\n').find((line) => FRAME.test(line) && !PASSED_ON.test(line));
  return frame && FRAME.exec(frame)?.[1];
}

const written = new Set<string>();

function write(site: string, { fields, rows }: pg.QueryResult): void {
  for (const { name, dataTypeID: type } of fields ?? []) {
    const hasNull = rows.some((row: Record<string, unknown>) => row[name] === null);
    const line = `${JSON.stringify({ site, name, type, hasNull })}\n`;
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
      const site = callSite(new Error('where').stack);
      const answer = query.apply(this, args);
      if (site && answer instanceof Promise)
        answer.then(
          (result) => write(site, result),
          () => {},
        );
      return answer;
    },
  });
}
