const CHARGES_PATH = '/consola/cobros';

const ofMonth = (month: string | undefined) => (month === undefined ? '' : `?mes=${month}`);

/** Returns the address of a month's charges of all clients; without a month, of the current one. */
export const chargesPath = (month?: string): string => `${CHARGES_PATH}${ofMonth(month)}`;

/** Returns the address of a client's charges of a month; without a month, of the current one. */
export const clientChargesPath = (clientId: number | string, month?: string): string =>
  `${CHARGES_PATH}/${clientId}${ofMonth(month)}`;
