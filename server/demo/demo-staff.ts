import type { Deps } from '#server/integrations/deps.ts';
import { type DemoStaff, ensureStaff } from '#server/people/staff/ensure-staff.ts';
import type { ProviderActor } from '#server/platform/http/request/caller.ts';
import { DEMO_PASSWORD } from './accounts.ts';

/** The provider's staff of a demonstration: a person for each job. They have no second factor. */
export const demoStaff: readonly DemoStaff[] = [
  { email: 'mesa@remito.example', name: 'Julieta Campos', role: 'support', password: DEMO_PASSWORD },
  { email: 'operaciones@remito.example', name: 'Martín Quiroga', role: 'operations', password: DEMO_PASSWORD },
  { email: 'deposito@remito.example', name: 'Romina Vega', role: 'operations', password: DEMO_PASSWORD },
  { email: 'finanzas@remito.example', name: 'Gabriel Soto', role: 'finance', password: DEMO_PASSWORD },
  { email: 'admin@remito.example', name: 'Laura Benítez', role: 'admin', password: DEMO_PASSWORD },
];

/** Returns a person of the staff as the author of a seeded action. */
export async function demoStaffCaller(deps: Deps, role: DemoStaff['role']): Promise<{ actor: ProviderActor }> {
  const person = demoStaff.find((one) => one.role === role);
  if (!person) throw new Error(`nobody of the demonstration has the role ${role}`);
  return { actor: { kind: 'staff', id: (await ensureStaff(deps, person)) ?? 0, name: person.name } };
}
