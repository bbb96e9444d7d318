import { COMMON, type Command } from './command.ts';

/** Returns the usage of a command. */
function usage({ name, words, options }: Command): string {
  const written = Object.entries(options).map(([option, field]) =>
    'on' in field ? `[--${option}]` : `[--${option} ${field.value}]`,
  );
  return [name, ...words.map(({ value }) => value), ...written].join(' ');
}

/** Returns the list of all commands. */
export function helpOverview(commands: readonly Command[]): string {
  const width = Math.max(...commands.map((command) => brief(command).length));
  return [
    'Uso: npm run ops -- COMANDO [opciones]',
    '',
    ...commands.map((command) => `  ${brief(command).padEnd(width)}  ${command.help}`),
    '',
    `Opciones de todos los comandos: ${Object.keys(COMMON)
      .map((name) => `--${name}${name === 'url' ? ' DIRECCIÓN' : ''}`)
      .join(', ')}`,
    'La clave se toma de OPS_API_KEY o, con la base de datos embebida, de DATA_DIR/secrets/ops.',
    'La dirección del servidor se toma de --url, de PUBLIC_URL o es http://localhost:3000.',
  ].join('\n');
}

const brief = ({ name, words }: Command) => [name, ...words.map(({ value }) => value)].join(' ');

/** Returns the help of a command: usage, arguments, options and calls. */
export function commandHelp(command: Command): string {
  const { help, words, options, call, change } = command;
  const lines = [
    ...words.map(({ value, help }) => [value, help] as const),
    ...Object.entries(options).map(
      ([name, field]) => [`--${name}${'on' in field ? '' : ` ${field.value}`}`, field.help] as const,
    ),
  ];
  const width = Math.max(0, ...lines.map(([argument]) => argument.length));
  return [
    `Uso: npm run ops -- ${usage(command)}`,
    '',
    help,
    ...(lines.length > 0 ? ['', ...lines.map(([argument, meaning]) => `  ${argument.padEnd(width)}  ${meaning}`)] : []),
    '',
    ...[call, change].flatMap((endpoint) => (endpoint ? [`Llamada: ${endpoint.method} /api${endpoint.path}`] : [])),
  ].join('\n');
}
