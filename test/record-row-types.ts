import { appendFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';

/**
 * Records, for every query of a transaction, its call site and the column types that the database returned, one line per new
 * combination. `scripts/check-rows.mjs` compares them with the declared row types. Active only with `ROWS_FOLDER`.
 */
const folder = process.env.ROWS_FOLDER;
if (folder) mkdirSync(folder, { recursive: true });

/** Modules that only forward a query. */
const PASSED_ON = /server\/db\/(connection|database)\.ts|node_modules|record-row-types/;

/** The call site is the fourth frame: below it are `run`, its helper and the recorder. */
const FRAMES = 6;

/** Returns `file:line:column` of the innermost frame that isn't a forwarder, without the cost of formatting a stack trace. */
function callSite(): string | undefined {
  const { prepareStackTrace, stackTraceLimit } = Error;
  Error.stackTraceLimit = FRAMES;
  Error.prepareStackTrace = (_error, frames) => frames;
  try {
    const frames = new Error('where').stack as unknown as NodeJS.CallSite[];
    for (const frame of frames) {
      const file = frame.getFileName();
      if (!file?.startsWith('file://') || PASSED_ON.test(file)) continue;
      return `${file.slice('file://'.length).replace(/\?.*/, '')}:${frame.getLineNumber()}:${frame.getColumnNumber()}`;
    }
    return undefined;
  } finally {
    Object.assign(Error, { prepareStackTrace, stackTraceLimit });
  }
}

/** By column of a call site: whether the column was NULL in any row so far. */
const written = new Map<string, boolean>();

function write(site: string, { fields, rows }: pg.QueryResult): void {
  for (const { name, dataTypeID: type } of fields ?? []) {
    const column = `${site} ${type} ${name}`;
    const hadNull = written.get(column);
    if (hadNull) continue;
    const hasNull = rows.some((row: Record<string, unknown>) => row[name] === null);
    if (hadNull === hasNull) continue;
    written.set(column, hasNull);
    appendFileSync(
      join(folder as string, `${process.pid}.jsonl`),
      `${JSON.stringify({ site, name, type, hasNull })}\n`,
    );
  }
}

const { query } = pg.Client.prototype as { query: (...args: unknown[]) => unknown };

// Several test files share a process.
if (folder && query.name !== 'recorded') {
  Object.assign(pg.Client.prototype, {
    query: function recorded(this: pg.Client, ...args: unknown[]) {
      // Transactions pass an object. A text begins or ends a transaction, or comes from a library.
      if (typeof args[0] === 'string') return query.apply(this, args);
      const site = callSite();
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
