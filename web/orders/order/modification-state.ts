import { fold } from '#shared/kit/text/fold.ts';

/** Spanish names of the states of a modification request (D2 §4). */
const NAMES: Record<string, string> = { pending: 'Pendiente', accepted: 'Aprobado', rejected: 'Rechazado' };

/** Returns the state of a modification request in Spanish; some gateways send English. */
export const modificationState = (state: string): string => NAMES[fold(state)] ?? state;
