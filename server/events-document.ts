import { SHIPMENT_STATES } from '#shared/rules/shipment-states.ts';
import { type Direction, nextStates } from '#shared/rules/shipment-transitions.ts';

/** States of parcels and what may follow them, for integrators that report events: Markdown, made from the rules. */
export function eventsDocument(): string {
  return `# States of parcels, and what may follow

What \`POST /api/ops/v1/shipment/events\` takes as \`state\`: the code or the text. An event whose state may not follow the one
before it is answered \`refused\` with the reason. Events may come in any order: \`at\` decides where one belongs. Nothing follows a final state.

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
  return table(['after', 'may come'], [['(the first)', codes(nextStates(null, direction))], ...rows]);
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return [head, head.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n');
}
