import { COMMON, type Command } from './command.ts';

/** How a command is written. */
function usage({ name, words, options }: Command): string {
  const written = Object.entries(options).map(([option, field]) =>
    'on' in field ? `[--${option}]` : `[--${option} ${field.value}]`,
  );
  return [name, ...words.map(({ value }) => value), ...written].join(' ');
}

/** All commands, a line each. */
export function helpOverview(commands: readonly Command[]): string {
  const width = Math.max(...commands.map((command) => brief(command).length));
  return [
    'Uso: npm run ops -- COMANDO [opciones]',
    '',
    ...commands.map((command) => `  ${brief(command).padEnd(width)}  ${command.help}`),
    '',
    `En todos: ${Object.keys(COMMON)
      .map((name) => `--${name}${name === 'url' ? ' DIRECCIÓN' : ''}`)
      .join(', ')}`,
    'La clave se toma de OPS_API_KEY o, con la base incluida, de DATA_DIR/secrets/ops.',
    'El servidor es --url, PUBLIC_URL o http://localhost:3000.',
  ].join('\n');
}

const brief = ({ name, words }: Command) => [name, ...words.map(({ value }) => value)].join(' ');

/** One command with all that may be written, and the calls that it makes. */
export function commandHelp(command: Command): string {
  const { help, words, options, call, change } = command;
  const lines = [
    ...words.map(({ value, help }) => [value, help] as const),
    ...Object.entries(options).map(
      ([name, field]) => [`--${name}${'on' in field ? '' : ` ${field.value}`}`, field.help] as const,
    ),
  ];
  const width = Math.max(0, ...lines.map(([what]) => what.length));
  return [
    `Uso: npm run ops -- ${usage(command)}`,
    '',
    help,
    ...(lines.length > 0 ? ['', ...lines.map(([what, why]) => `  ${what.padEnd(width)}  ${why}`)] : []),
    '',
    ...[call, change].flatMap((one) => (one ? [`Llamada: ${one.method} /api${one.path}`] : [])),
  ].join('\n');
}
