import { dataFolder } from '#server/config/config.ts';
import { BackupError } from '#server/db/backup/manifest.ts';

/** Prints a line on standard output. */
export const print = (text: string) => void process.stdout.write(`${text}\n`);

const printError = (text: string) => void process.stderr.write(`${text}\n`);

/**
 * Runs a command and sets the exit code: 1, with the reason on standard error, if it fails.
 *
 * @param command returns false for invalid arguments
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
  if (code === 'ENOSPC') return 'No hay espacio en el disco: no se cambió nada';
  if (code === 'EACCES' || code === 'EPERM')
    return `Permiso denegado: ${message}. Usá el mismo usuario del sistema que el producto`;
  return stack ?? message;
}

/**
 * Returns DATA_DIR, the folder that relative paths refer to, and a log.
 *
 * @throws BackupError with DATABASE_URL: an external server is backed up with its own tools
 */
export function backupSettings(env: NodeJS.ProcessEnv) {
  if (env.DATABASE_URL) {
    throw new BackupError(
      'DATABASE_URL indica un servidor PostgreSQL externo: se respalda con sus propias herramientas (docs/recovery.md, "Back up a PostgreSQL server")',
    );
  }
  const quiet = () => {};
  const error = (fields: object, message: string) => printError(`${message} ${JSON.stringify(fields)}`);
  return {
    dataDir: dataFolder(env),
    // npm runs scripts in the package's folder. INIT_CWD is the folder of the terminal.
    folder: env.INIT_CWD ?? '.',
    log: { info: quiet, warn: quiet, error },
  };
}
