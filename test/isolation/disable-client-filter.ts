import pg from 'pg';

/** `o.client_id = $1` of a statement, quoted or not. */
const NAMED = /(?:"?\w+"?\.)?"?\bclient_id"? = (\$\d+)/g;

type Query = { text?: unknown; name?: string };

/**
 * Disables the explicit client filter: rewrites the queries of a database user so that they match rows of any client.
 * Row-level security stays enabled.
 *
 * @returns the function that restores the filter
 */
export function replaceClientFilters(user: string | undefined): () => void {
  const query = pg.Client.prototype.query as (asked: unknown, ...rest: unknown[]) => unknown;
  function opened(this: pg.Client & { user?: string }, asked: unknown, ...rest: unknown[]) {
    const { text, name } = Object(asked) as Query;
    if (this.user !== user || typeof text !== 'string') return query.call(this, asked, ...rest);
    // A changed text needs another name, because the server would run the prepared statement of that name.
    const anybodys = { text: text.replace(NAMED, '($1::bigint IS NOT NULL)'), ...(name && { name: `${name}_open` }) };
    return query.call(this, { ...Object(asked), ...anybodys }, ...rest);
  }
  pg.Client.prototype.query = opened as never;
  return () => {
    pg.Client.prototype.query = query as never;
  };
}
