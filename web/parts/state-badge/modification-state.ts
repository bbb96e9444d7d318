import { fold } from '#shared/rules/fold.ts';

/** What the states of a request to change an order are called (D2 §4). */
const NAMES: Record<string, string> = { pending: 'Pendiente', accepted: 'Aprobado', rejected: 'Rechazado' };

/** The state of a request to change an order in Spanish; a gateway may send it in English. */
export const modificationState = (state: string): string => NAMES[fold(state)] ?? state;
