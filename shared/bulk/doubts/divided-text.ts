import type { CellError } from '#shared/bulk/rows/errors.ts';

const REVIEW_NAMES = 'Revisá nombre y apellido';

/** Returns the reason to check the cells that an address was divided into. */
export const addressDivisionReason = (text: string): string => `Separamos «${text}». Revisalo`;

/** Returns the reason to check a first and a last name that were divided: both have the same. */
export const nameDivisionReason = (full: string): string => `Separamos «${full}». ${REVIEW_NAMES}`;

type Doubt = Pick<CellError<string>, 'reason'>;

/** Returns whether two doubts of a row are about one divided name, of which each part follows from the other. */
export const isSameName = (a: Doubt, b: Doubt): boolean => a.reason === b.reason && a.reason.endsWith(REVIEW_NAMES);
