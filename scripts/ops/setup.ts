import { loadExamples, readSetup, testMail, testPayments } from '#shared/ops/setup.ts';
import { command } from './command.ts';
import { card } from './show.ts';

export const setupCommands = [
  command({
    name: 'faltantes',
    help: 'Muestra qué hay que cargar antes de la primera orden, y con qué comando',
    call: readSetup,
    show: ({ results: { ready, steps } }) => {
      const missing = steps.filter(({ done }) => !done);
      return [
        ready ? 'No falta nada para la primera orden' : 'Antes de la primera orden hay que cargar:',
        ...linesOf(missing.filter(({ required }) => required)),
        ...(missing.some(({ required }) => !required) ? ['', 'Conviene configurar:'] : []),
        ...linesOf(missing.filter(({ required }) => !required)),
      ].join('\n');
    },
  }),
  command({
    name: 'ejemplos',
    help: 'Carga una tarifa, términos y puntos de retiro de ejemplo, cada grupo sólo si está vacío',
    call: loadExamples,
    show: ({ results }) =>
      card({ Tarifas: results.tariffs, Términos: results.terms, 'Puntos de retiro': results.pickup_points }),
  }),
  command({
    name: 'probar-email',
    help: 'Envía un email de prueba; `faltantes` muestra si el servidor de correo lo aceptó',
    call: testMail,
    words: [{ to: 'body.email', value: 'EMAIL', help: 'Quién lo recibe' }],
    show: () => '',
  }),
  command({
    name: 'probar-pagos',
    help: 'Pregunta a Mercado Pago por la cuenta que recibe los pagos',
    call: testPayments,
    show: ({ results }) => card({ Cuenta: results.account }),
  }),
];

/** Returns lines about each missing setting: its name, the effect, and the command that enters it. */
function linesOf(missing: readonly { name: string; effect: string; how: string }[]): string[] {
  return missing.flatMap(({ name, effect, how }) => ['', `  ${name}. ${effect}.`, `    ${how}`]);
}
