/** SQLSTATEs and system errors of a lost or refused database connection, or of a database that takes no writes (25006). */
const LOST_CONNECTION = /^(57P0\d|25P03|25006|08\d{3}|53300|ECONN\w+|EPIPE|ETIMEDOUT|E(?:HOST|NET)(?:UNREACH|DOWN))$/;

/** Errors of `pg` and its pool, which have no code. */
const LOST_BY_MESSAGE =
  /timeout exceeded when trying to connect|Connection terminated|is not queryable|Query read timeout/;

/** Whether an error means that the database can't be reached or takes no writes, so that other work would fail in the same way. */
export function isUnreachable(error: unknown): boolean {
  const { code = '', syscall, message = '' } = error as NodeJS.ErrnoException;
  // Connecting to the database's socket failed. Any other missing file is a bug.
  return LOST_CONNECTION.test(code) || syscall === 'connect' || LOST_BY_MESSAGE.test(message);
}
