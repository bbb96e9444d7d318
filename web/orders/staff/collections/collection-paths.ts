export const COLLECTIONS_PATH = '/consola/colectas';

/** Path of a manifest's page. */
export const manifestPath = (number: string): string => `${COLLECTIONS_PATH}/${encodeURIComponent(number)}`;
