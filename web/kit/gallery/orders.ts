import type { BadgeColour } from '#web/kit/ui/display/badge.tsx';

/** Sample row. */
export interface SampleOrder {
  day: string;
  orderId: string;
  id: string;
  cost: string;
  shipments: string[];
  state: string;
  colour: BadgeColour;
  printed: boolean;
  receiver: string;
  mode: string;
  blockedReason: string | null;
}

function order(
  day: string,
  orderId: string,
  id: string,
  cost: string,
  shipments: string[],
  [state, colour]: [string, BadgeColour],
  printed: boolean,
  receiver: string,
  blockedReason: string | null = null,
): SampleOrder {
  const mode = orderId.endsWith('6') ? 'Retiro en punto de entrega' : 'Entrega a domicilio';
  return { day, orderId, id, cost, shipments, state, colour, printed, receiver, mode, blockedReason };
}

const UNPAID = 'No se puede imprimir: falta pagar la orden';
const CANCELLED = 'No se puede imprimir: la orden está cancelada';

export const ORDERS: readonly SampleOrder[] = [
  order(
    '18/11/2026',
    'AQ-20418',
    '7K3M9QX2TVB',
    '$ 6.840,50',
    ['40018273'],
    ['Registrado', 'azul'],
    false,
    'Camila Ferreyra Ruiz',
  ),
  order(
    '18/11/2026',
    'AQ-20417',
    '4WQ8ZN5R1HC',
    '$ 12.450,00',
    ['40018271', '40018272'],
    ['Registrado', 'azul'],
    false,
    'Distribuidora El Ceibo S.A.',
  ),
  order(
    '18/11/2026',
    'AQ-20416',
    '2PVD7XK0M9S',
    '$ 5.210,75',
    ['40018270'],
    ['Pendiente de Pago', 'amarillo'],
    false,
    'Joaquín Maldonado',
    UNPAID,
  ),
  order(
    '17/11/2026',
    'AQ-20415',
    '9H6TRB3YJ4E',
    '$ 8.975,00',
    ['40018266'],
    ['Planificado', 'azul'],
    false,
    'Rocío Villalba',
  ),
  order(
    '17/11/2026',
    'AQ-20413',
    '0FNC5MW8Q2Z',
    '$ 7.320,40',
    ['40018265'],
    ['Retirado', 'verde'],
    true,
    'Martín Echeverría',
  ),
  order(
    '17/11/2026',
    'AQ-20411',
    '6SJX1GD9V7K',
    '$ 15.860,25',
    ['40018258', '40018259'],
    ['En Curso', 'azul'],
    true,
    'Lucía Benítez Quiroga',
  ),
  order(
    '16/11/2026',
    'AQ-20409',
    '3BYM4ZT8N6P',
    '$ 6.105,90',
    ['40018244'],
    ['No Entregado', 'rojo'],
    true,
    'Tomás Aguirre',
  ),
  order(
    '16/11/2026',
    'AQ-20408',
    '8RKQ2HW5C0X',
    '$ 4.980,00',
    [],
    ['Cancelado', 'rojo'],
    false,
    'Ferretería Don Ángel',
    CANCELLED,
  ),
  order(
    '15/11/2026',
    'AQ-20404',
    '5DV9PXJ3T1M',
    '$ 9.730,15',
    ['40018231'],
    ['En Corresponsal', 'gris'],
    true,
    'Agustina Sosa Paz',
  ),
  order(
    '15/11/2026',
    'AQ-20402',
    '1ZC7NBE6R4Q',
    '$ 21.048,60',
    ['40018226'],
    ['Entregado', 'verde'],
    true,
    'Muñoz Hermanos S.R.L.',
  ),
];
