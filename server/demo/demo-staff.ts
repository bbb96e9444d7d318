import type { DemoStaff } from '#server/features/staff/ensure-staff.ts';
import { DEMO_PASSWORD } from './accounts.ts';

/** The provider's staff of a demonstration: a person for each job. They have no second factor. */
export const demoStaff: readonly DemoStaff[] = [
  { email: 'mesa@remito.example', name: 'Julieta Campos', role: 'support', password: DEMO_PASSWORD },
  { email: 'operaciones@remito.example', name: 'Martín Quiroga', role: 'operations', password: DEMO_PASSWORD },
  { email: 'deposito@remito.example', name: 'Romina Vega', role: 'operations', password: DEMO_PASSWORD },
  { email: 'finanzas@remito.example', name: 'Gabriel Soto', role: 'finance', password: DEMO_PASSWORD },
  { email: 'admin@remito.example', name: 'Laura Benítez', role: 'admin', password: DEMO_PASSWORD },
];
