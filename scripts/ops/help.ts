import type { Command } from './command.ts';

/** Returns the usage of a command. */
function usage({ name, words, options }: Command): string {
  const written = Object.entries(options).map(([option, field]) =>
    'value' in field ? `[--${option} ${field.value}]` : `[--${option}]`,
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
    'Opciones de todos los comandos:',
    '  --url DIRECCIÓN  Dirección del servidor; por defecto, PUBLIC_URL o http://localhost:3000',
    '  --json           Imprime la respuesta completa en JSON',
    '  --ayuda          Muestra la ayuda del comando',
    '',
    'Después de «entrar», los comandos usan tu sesión, que dura 12 horas; sin sesión usan la clave.',
    'La clave se lee de OPS_API_KEY o, con la base de datos embebida, de DATA_DIR/secrets/ops.',
  ].join('\n');
}

const brief = ({ name, words }: Command) => [name, ...words.map(({ value }) => value)].join(' ');

/** Returns the help of a command: usage, arguments, options and calls. */
export function commandHelp(command: Command): string {
  const { help, words, options, call, change } = command;
  const lines = [
    ...words.map(({ value, help }) => [value, help] as const),
    ...Object.entries(options).map(
      ([name, field]) => [`--${name}${'value' in field ? ` ${field.value}` : ''}`, field.help] as const,
    ),
  ];
  const switched = Object.values(options).map((field) => ('call' in field ? field.call : undefined));
  const width = Math.max(0, ...lines.map(([argument]) => argument.length));
  return [
    `Uso: npm run ops -- ${usage(command)}`,
    '',
    help,
    ...(lines.length > 0 ? ['', ...lines.map(([argument, meaning]) => `  ${argument.padEnd(width)}  ${meaning}`)] : []),
    '',
    ...[call, change, ...switched].flatMap((endpoint) =>
      endpoint ? [`Llamada: ${endpoint.method} /api${endpoint.path}`] : [],
    ),
  ].join('\n');
}
