import { ProviderApiError } from '#server/platform/http/request/provider-api.ts';
import type { Argument } from './arguments.ts';
import type { Command } from './command.ts';
import { shown } from './output.ts';
import { UsageError } from './parse.ts';

/** Returns an argument as it is typed. */
const typed = ({ option, value }: Argument) => [option && `--${option}`, value].filter(Boolean).join(' ');

const brief = ({ name, words }: Command) => [name, ...words.map(typed)].join(' ');

function aligned(lines: readonly (readonly [string, string])[]): string[] {
  const width = Math.max(0, ...lines.map(([left]) => left.length));
  return lines.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`);
}

/** Returns the list of all commands. */
export function helpOverview(commands: readonly Command[]): string {
  return [
    'Uso: npm run ops -- COMANDO [opciones]',
    '',
    ...aligned(commands.map((command) => [brief(command), command.help])),
    '',
    'Opciones de todos los comandos:',
    '  --url DIRECCIÓN  Dirección del servidor; por defecto, PUBLIC_URL o http://localhost:3000',
    '  --json           Imprime la respuesta completa en JSON',
    '  --ayuda          Muestra la ayuda del comando',
    '',
    'Después de «entrar», los comandos usan tu sesión, que dura 12 horas; sin sesión usan la clave.',
    'La clave se lee de OPS_API_KEY o, con la base de datos embebida, de DATA_DIR/secrets/ops.',
  ].join('\n');
}

/** Returns the help of a command: usage, arguments, options and calls. */
export function commandHelp(command: Command): string {
  const { help, words, options, calls } = command;
  const lines = aligned([...words, ...options].map((argument) => [typed(argument), argument.help]));
  return [
    `Uso: npm run ops -- ${[brief(command), ...options.map((option) => `[${typed(option)}]`)].join(' ')}`,
    '',
    help,
    ...(lines.length > 0 ? ['', ...lines] : []),
    '',
    ...calls.map(({ method, path }) => `Llamada: ${method} /api${path}`),
  ].join('\n');
}

/** Returns the Spanish text of an error, with a line for each invalid field. */
export function errorText(error: unknown): string {
  if (error instanceof ProviderApiError) {
    const fields = error.errors.filter(({ field }) => field !== '');
    return [shown(error.message), ...fields.map(({ field, message }) => `  ${shown(field)}: ${shown(message)}`)].join(
      '\n',
    );
  }
  if (error instanceof UsageError) return `${error.message}\nAyuda: npm run ops -- ayuda`;
  const { name, cause } = error as Error;
  if (name === 'TimeoutError' || (error instanceof TypeError && cause)) {
    const { code } = (cause ?? {}) as { code?: string };
    return `El servidor no responde${code ? ` (${code})` : ''}. Verificá que esté en marcha y que --url indique su dirección`;
  }
  return (error as Error).stack ?? String(error);
}
