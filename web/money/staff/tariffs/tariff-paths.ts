export const TARIFFS_PATH = '/consola/tarifas';

/** Returns the address of the form of a new general tariff, or of a tariff of one client's own. */
export const newTariffPath = (clientId?: number | string): string =>
  `${TARIFFS_PATH}/nueva${clientId === undefined ? '' : `/${clientId}`}`;

/** Returns the address of the comparison of two general tariffs, or of a client's own with others. */
export const compareTariffsPath = (clientId?: number | string): string =>
  `${TARIFFS_PATH}/comparar${clientId === undefined ? '' : `/${clientId}`}`;
