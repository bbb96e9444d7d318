import { dataFolder } from '#server/config/config.ts';
import { BackupError } from '#server/db/backup/manifest.ts';

/** What an operator reads. */
export const print = (text: string) => void process.stdout.write(`${text}\n`);

const printError = (text: string) => void process.stderr.write(`${text}\n`);

/**
 * Runs a command and sets the exit code: 1 with the reason on standard error when it fails.
 *
 * @param command answers false where it can't make sense of its words
 */
export async function runCli(usage: string, command: (words: string[]) => Promise<boolean>): Promise<void> {
  const words = process.argv.slice(2);
  try {
    if (words.includes('--ayuda')) print(usage);
    else if (!(await command(words))) {
      printError(usage);
      process.exitCode = 1;
    }
  } catch (error) {
    printError(reason(error));
    process.exitCode = 1;
  }
}

function reason(error: unknown): string {
  const { code, message, stack } = error as NodeJS.ErrnoException;
  if (error instanceof BackupError) return message;
  if (code === 'ENOSPC') return 'No queda lugar en el disco: no se cambió nada';
  if (code === 'EACCES' || code === 'EPERM') return `Falta permiso: ${message}. Usá el mismo usuario que el producto`;
  return stack ?? message;
}

/**
 * Where the embedded database is, and the folder that the operator's paths are seen from.
 *
 * @throws BackupError with DATABASE_URL: such a server has tools of its own
 */
export function backupSettings(env: NodeJS.ProcessEnv) {
  if (env.DATABASE_URL) {
    throw new BackupError(
      'DATABASE_URL nombra un servidor PostgreSQL: se respalda con sus herramientas (docs/operations.md, "Backup")',
    );
  }
  const quiet = () => {};
  const error = (fields: object, message: string) => printError(`${message} ${JSON.stringify(fields)}`);
  return {
    dataDir: dataFolder(env),
    // npm runs scripts in the package's folder and keeps the operator's own in INIT_CWD.
    folder: env.INIT_CWD ?? '.',
    log: { info: quiet, warn: quiet, error },
  };
}
