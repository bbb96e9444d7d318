import pg from 'pg';

/** `o.client_id = $1` of a statement, quoted or not. */
const NAMED = /(?:"?\w+"?\.)?"?\bclient_id"? = (\$\d+)/g;

type Query = { text?: unknown; name?: string };

/**
 * Takes the stores' wall down: whatever is asked on a database by this user asks for rows of any client, as if no query
 * had named its own. Row-level security stays as it is.
 *
 * @returns what puts it up again
 */
export function replaceClientFilters(user: string | undefined): () => void {
  const query = pg.Client.prototype.query as (asked: unknown, ...rest: unknown[]) => unknown;
  function opened(this: pg.Client & { user?: string }, asked: unknown, ...rest: unknown[]) {
    const { text, name } = Object(asked) as Query;
    if (this.user !== user || typeof text !== 'string') return query.call(this, asked, ...rest);
    // Another text needs another name, or the server would run the one that it knows.
    const anybodys = { text: text.replace(NAMED, '($1::bigint IS NOT NULL)'), ...(name && { name: `${name}_open` }) };
    return query.call(this, { ...Object(asked), ...anybodys }, ...rest);
  }
  pg.Client.prototype.query = opened as never;
  return () => {
    pg.Client.prototype.query = query as never;
  };
}
