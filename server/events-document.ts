import { SHIPMENT_STATES } from '#shared/rules/shipment-states.ts';
import { type Direction, nextStates } from '#shared/rules/shipment-transitions.ts';

/** Returns Markdown about the states of parcels and their transitions, from the rules, for integrators that report events. */
export function eventsDocument(): string {
  return `# States of parcels and their transitions

\`POST /api/ops/v1/shipment/events\` accepts the code or the text as \`state\`. An event whose state may not follow the previous
state is answered \`refused\` with a reason. Events may arrive in any order: \`at\` decides their position. No state follows a final state.

${table(
  ['code', 'text', 'final'],
  SHIPMENT_STATES.map(({ code, label, final }) => [`\`${code}\``, label, final ? 'yes' : '']),
)}

## Delivery

${transitions('entrega')}

## Reverse logistics

From the buyer back to the sender.

${transitions('inversa')}
`;
}

function transitions(direction: Direction): string {
  const codes = (list: readonly string[]) => list.map((code) => `\`${code}\``).join(', ') || 'nothing';
  const rows = SHIPMENT_STATES.map(({ code }) => [`\`${code}\``, codes(nextStates(code, direction))]);
  return table(['after', 'may follow'], [['(the first)', codes(nextStates(null, direction))], ...rows]);
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return [head, head.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n');
}
