import { loadExamples, readSetup } from '#shared/ops/setup.ts';
import { command } from './command.ts';
import { card } from './show.ts';

export const setupCommands = [
  command({
    name: 'faltantes',
    help: 'Muestra qué hay que cargar antes de la primera orden, y con qué comando',
    call: readSetup,
    show: ({ results: { ready, missing } }) =>
      [
        ready ? 'No falta nada para la primera orden' : 'Antes de la primera orden hay que cargar:',
        ...steps(missing.filter(({ required }) => required)),
        ...(missing.some(({ required }) => !required) ? ['', 'Conviene configurar:'] : []),
        ...steps(missing.filter(({ required }) => !required)),
      ].join('\n'),
  }),
  command({
    name: 'ejemplos',
    help: 'Carga una tarifa, términos y puntos de retiro de ejemplo, cada grupo sólo si está vacío',
    call: loadExamples,
    show: ({ results }) =>
      card({ Tarifas: results.tariffs, Términos: results.terms, 'Puntos de retiro': results.pickup_points }),
  }),
];

/** Returns lines about each missing setting: its name, the effect, and the command that enters it. */
function steps(missing: readonly { name: string; effect: string; how: string }[]): string[] {
  return missing.flatMap(({ name, effect, how }) => ['', `  ${name}. ${effect}.`, `    ${how}`]);
}
