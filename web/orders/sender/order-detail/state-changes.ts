/** The shown state texts of an order and its shipments. */
export interface States {
  order: string | null;
  shipments: readonly string[];
}

/** Describes changed states: 'El estado cambió a En Curso. Envío 2: Despachado.' Empty without changes. */
export function describeStateChanges(before: States, now: States): string {
  const order = now.order !== before.order && now.order ? [`El estado cambió a ${now.order}.`] : [];
  const shipments = now.shipments.flatMap((state, index) =>
    state && state !== before.shipments[index] ? [`Envío ${index + 1}: ${state}.`] : [],
  );
  return [...order, ...shipments].join(' ');
}
